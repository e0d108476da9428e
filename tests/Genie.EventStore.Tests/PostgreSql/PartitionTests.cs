using System.Text;
using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Npgsql;

namespace Genie.EventStore.Tests.PostgreSql;

/// <summary>The table of events in partitions, each test in a database of its own.</summary>
public sealed class PartitionTests(PostgreSqlFixture fixture) : IClassFixture<PostgreSqlFixture>, IAsyncLifetime
{
    private const int PartitionEvents = 25;
    private string _connectionString = "";
    private NpgsqlDataSource _database = null!;

    public async Task InitializeAsync()
    {
        if (PostgreSqlFixture.WhyUnavailable is not null) return;
        _connectionString = await fixture.CreateDatabaseAsync();
        _database = NpgsqlDataSource.Create(_connectionString);
    }

    public async Task DisposeAsync()
    {
        if (_database is not null) await _database.DisposeAsync();
    }

    [SkippableFact]
    public async Task Events_of_several_writers_go_on_across_partitions_that_appear_as_they_are_needed()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        const int Writers = 4;
        const int Appends = 60;
        await using var store = await OpenAsync();
        await using var other = await OpenAsync();
        await store.AppendAsync(Request("early", "first"), default);
        var before = await ShrinkPartitionsAsync();
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(async () =>
        {
            for (var i = 0; i < Appends; i++)
                await (writer % 2 == 0 ? store : other).AppendAsync(Request($"s{writer}", $"{i}", $"{i}+"), default);
        })));

        Assert.InRange(await CountPartitionsAsync(), Writers * Appends * 2 / PartitionEvents, int.MaxValue);
        for (var writer = 0; writer < Writers; writer++)
        {
            var texts = new List<string>();
            await foreach (var each in store.ReadStreamAsync($"s{writer}", 1, default)) texts.Add(Encoding.UTF8.GetString(each.Payload.Span));
            Assert.Equal(Enumerable.Range(0, Appends).SelectMany(i => new[] { $"{i}", $"{i}+" }), texts);
        }

        var positions = new List<long>();
        await foreach (var each in store.ReadAllAsync(before, default)) positions.Add(each.Position);
        Assert.Equal(Enumerable.Range(1, Writers * Appends * 2).Select(i => before + i), positions);
    }

    [SkippableFact]
    public async Task One_append_may_fill_several_partitions_and_a_stream_in_several_is_deleted_whole()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        await using var store = await OpenAsync();
        await ShrinkPartitionsAsync();
        await store.AppendAsync(Request("kept", "first"), default);
        await store.AppendAsync(Request("long", [.. Enumerable.Range(0, PartitionEvents * 5).Select(i => $"{i}")]), default);
        await store.AppendAsync(Request("kept", "second"), default);
        await store.DeleteStreamAsync("long", PartitionEvents * 5, default);

        var left = new List<string>();
        await foreach (var each in store.ReadAllAsync(0, default)) left.Add($"{each.Stream}/{each.Version}");
        Assert.Equal(["kept/1", "kept/2"], left);
        Assert.Equal(2L, await AskAsync("SELECT count(*) FROM genie.event"));
        Assert.Equal(PartitionEvents * 5 + 2, (await store.AppendAsync(Request("long", "anew"), default)).LastVersion);
    }

    [SkippableFact]
    public async Task A_batch_that_the_server_takes_back_takes_its_partition_back_too()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        await using var store = await OpenAsync();
        var before = await ShrinkPartitionsAsync();
        await AskAsync("ALTER TABLE genie.append_key ADD CHECK (run <> 13)");
        var refused = Request("a", "x") with { Key = new RequestKey(13, 1, 1) };
        await Assert.ThrowsAnyAsync<Exception>(async () => await store.AppendAsync(refused, default));
        Assert.Equal(1L, await CountPartitionsAsync());
        Assert.Equal(before + 1, (await store.AppendAsync(Request("a", "x"), default)).LastPosition);
        Assert.Equal(2L, await CountPartitionsAsync());
    }

    [SkippableFact]
    public async Task A_store_of_the_release_before_is_taken_over_with_its_events_and_the_rights_of_its_readers()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        var role = $"reader_{Guid.NewGuid():n}";
        await ApplyUpToAsync("004");
        await AskAsync(
            $"""
            CREATE ROLE {role};
            GRANT USAGE ON SCHEMA genie TO {role};
            GRANT SELECT ON genie.event TO {role};
            INSERT INTO genie.stream (name, version) VALUES ('old', 3);
            INSERT INTO genie.event (position, stream, version, type, payload) SELECT n, 1, n, 'said', 'x' FROM generate_series(1, 3) n;
            UPDATE genie.event_position SET position = 3;
            """);
        try
        {
            await using var store = await OpenAsync();
            Assert.Equal(4, (await store.AppendAsync(Request("old", "new") with { ExpectedVersion = 3 }, default)).LastPosition);
            var versions = new List<long>();
            await foreach (var each in store.ReadStreamAsync("old", 1, default)) versions.Add(each.Version);
            Assert.Equal([1, 2, 3, 4], versions);
            Assert.Equal(4L, await AskAsync($"SET ROLE {role}; SELECT count(*) FROM genie.event"));
        }
        finally
        {
            await AskAsync($"RESET ROLE; DROP OWNED BY {role}; DROP ROLE {role}");
        }
    }

    private static AppendRequest Request(string stream, params string[] texts) => new(stream, texts.Select(text => new NewEvent("said", Encoding.UTF8.GetBytes(text))).ToArray());

    private async Task<PostgreSqlEventStore> OpenAsync() => await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = _connectionString, PageEvents = 7 }, default);

    /// <summary>The next position is the first of a partition that is not there yet.</summary>
    /// <returns>The position before it.</returns>
    private async Task<long> ShrinkPartitionsAsync() =>
        (long)(await AskAsync($"UPDATE genie.event_position SET position = partitions_end - 1, partition_events = {PartitionEvents} RETURNING position"))!;

    private async Task<long> CountPartitionsAsync() => (long)(await AskAsync("SELECT count(*) FROM pg_inherits WHERE inhparent = 'genie.event'::regclass"))!;

    private async Task ApplyUpToAsync(string number)
    {
        var assembly = typeof(PostgreSqlMigrations).Assembly;
        await AskAsync("CREATE TABLE public.genie_migration (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())");
        foreach (var name in assembly.GetManifestResourceNames().Where(name => name.StartsWith("event-store/", StringComparison.Ordinal)).Order(StringComparer.Ordinal))
        {
            if (string.CompareOrdinal(name, $"event-store/{number}~") > 0) break;
            using var script = new StreamReader(assembly.GetManifestResourceStream(name)!);
            await AskAsync(await script.ReadToEndAsync());
            await AskAsync($"INSERT INTO public.genie_migration (name) VALUES ('{name}')");
        }
    }

    private async Task<object?> AskAsync(string sql)
    {
        await using var command = _database.CreateCommand(sql);
        return await command.ExecuteScalarAsync();
    }
}
