using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.EventStore.Tests.PostgreSql;

public sealed class PostgreSqlStoreTests(PostgreSqlFixture fixture, ITestOutputHelper output) : EventStoreContract, IClassFixture<PostgreSqlFixture>
{
    protected override string? WhyUnavailable => PostgreSqlFixture.WhyUnavailable;

    protected override Task<IEventStore> OpenAsync() => fixture.OpenAsync();

    [SkippableFact]
    public async Task Migrations_are_applied_once()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var database = fixture.Connect();
        Assert.Empty(await PostgreSqlMigrations.ApplyAsync(database, CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_stream_is_compacted_by_itself()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);

        // In a database of its own: checkpoints of other tests would hold it up.
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = await fixture.CreateDatabaseAsync(), PageEvents = 50 }, CancellationToken.None);
        var ends = new List<AppendResult>();
        for (var i = 0; i < 300; i++) ends.Add(await store.AppendAsync(Request($"{i % 2}", $"{i / 2}") with { Key = new RequestKey(0, 0, (ulong)i) }, CancellationToken.None));
        Assert.Equal(0, await store.CompactStreamAsync(Name("none"), CancellationToken.None));
        Assert.Equal(0, await store.CompactStreamAsync(Name("0"), CancellationToken.None));
        await store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(100, new byte[] { 1 }), CancellationToken.None);
        await store.SaveCheckpointAsync("p", ends[2 * 60].LastPosition, CancellationToken.None);
        Assert.Equal(61, await store.CompactStreamAsync(Name("0"), CancellationToken.None));
        await store.SaveCheckpointAsync("p", ends[^1].LastPosition, CancellationToken.None);
        Assert.Equal(38, await store.CompactStreamAsync(Name("0"), CancellationToken.None));
        Assert.Equal(0, await store.CompactStreamAsync(Name("0"), CancellationToken.None));

        // The event of the snapshot's version is there, so that who is behind learns that the others are not.
        foreach (var from in (long[])[1, 2, 99])
            Assert.Equal(100, (await Assert.ThrowsAsync<EventsCompactedException>(() => ReadAsync(store.ReadStreamAsync(Name("0"), from, CancellationToken.None)))).FirstVersion);
        Assert.Equal(Enumerable.Range(99, 51).Select(i => $"{i}"), (await ReadAsync(store.ReadStreamAsync(Name("0"), 100, CancellationToken.None))).Select(Text));
        Assert.Equal(150, (await ReadAsync(store.ReadStreamAsync(Name("1"), 1, CancellationToken.None))).Count);
        Assert.Equal(201, (await ReadAsync(store.ReadAllAsync(0, CancellationToken.None))).Count);
        Assert.Equal(ends[4] with { IsRepeat = true }, await store.AppendAsync(Request("0", "x") with { Key = new RequestKey(0, 0, 4) }, CancellationToken.None));

        // Deleted and begun anew it is read from its first event, until that is compacted, too.
        await store.DeleteStreamAsync(Name("0"), AppendRequest.AnyVersion, CancellationToken.None);
        var anew = await store.AppendAsync(Request("0", "a", "b", "c"), CancellationToken.None);
        Assert.Equal(["a", "b", "c"], (await ReadAsync(store.ReadStreamAsync(Name("0"), 1, CancellationToken.None))).Select(Text));
        await store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(anew.LastVersion, new byte[] { 2 }), CancellationToken.None);
        await store.DeleteCheckpointAsync("p", CancellationToken.None);
        Assert.Equal(2, await store.CompactStreamAsync(Name("0"), CancellationToken.None));
        Assert.Equal(anew.LastVersion, (await Assert.ThrowsAsync<EventsCompactedException>(() => ReadAsync(store.ReadStreamAsync(Name("0"), 1, CancellationToken.None)))).FirstVersion);
    }

    [SkippableFact]
    public async Task Keys_that_are_old_enough_are_forgotten()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        var database = await fixture.CreateDatabaseAsync();
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = database, RequestKeyMemory = TimeSpan.FromDays(7) }, CancellationToken.None);
        for (var i = 0; i < 30; i++) await store.AppendAsync(Request("0", $"{i}") with { Key = new RequestKey(0, 0, (ulong)i) }, CancellationToken.None);
        Assert.Equal(0, await store.ForgetKeysAsync(CancellationToken.None));
        await using (var source = Npgsql.NpgsqlDataSource.Create(database))
        await using (var aged = source.CreateCommand("UPDATE genie.append_key SET recorded = recorded - interval '8 days' WHERE sequence < 10"))
            Assert.Equal(10, await aged.ExecuteNonQueryAsync());
        await using (var everything = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = database, RequestKeyMemory = Timeout.InfiniteTimeSpan }, CancellationToken.None))
            Assert.Equal(0, await everything.ForgetKeysAsync(CancellationToken.None));
        Assert.Equal(10, await store.ForgetKeysAsync(CancellationToken.None));
        Assert.Equal(0, await store.ForgetKeysAsync(CancellationToken.None));
        for (var i = 0; i < 30; i++) Assert.Equal(i >= 10, await store.FindAsync(Name("0"), new RequestKey(0, 0, (ulong)i), CancellationToken.None) is not null);
        Assert.Equal(30, (await ReadAsync(store.ReadStreamAsync(Name("0"), 1, CancellationToken.None))).Count);
        Assert.False((await store.AppendAsync(Request("0", "x") with { Key = new RequestKey(0, 0, 4) }, CancellationToken.None)).IsRepeat);
    }

    [SkippableFact]
    public async Task Servers_that_compact_or_delete_one_stream_at_once_do_not_get_into_each_other_s_way()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        const int Events = 25_000;
        const int Servers = 4;
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = await fixture.CreateDatabaseAsync() }, CancellationToken.None);
        var texts = Enumerable.Range(0, 500).Select(i => $"{i}").ToArray();
        for (var round = 0; round < 4; round++)
        {
            AppendResult last = default;
            for (var i = 0; i < Events / texts.Length; i++) last = await store.AppendAsync(Request("0", texts), CancellationToken.None);
            await store.SaveSnapshotAsync(Name("0"), new StreamSnapshot(last.LastVersion, new byte[] { 1 }), CancellationToken.None);
            var removed = await Task.WhenAll(Enumerable.Range(0, Servers).Select(_ => Task.Run(async () => await store.CompactStreamAsync(Name("0"), CancellationToken.None))));
            Assert.Equal(Events - 1, removed.Sum());
            await Task.WhenAll(Enumerable.Range(0, Servers).Select(_ => Task.Run(async () => await store.DeleteStreamAsync(Name("0"), AppendRequest.AnyVersion, CancellationToken.None))));
            Assert.Empty(await ReadAsync(store.ReadAllAsync(0, CancellationToken.None)));
        }
    }

    [SkippableFact]
    public async Task Two_processes_that_own_one_stream_for_a_moment_cannot_both_take_effect()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var other = await fixture.OpenAsync();
        const int Rounds = 100;
        async Task<int> WriteAsync(IEventStore store)
        {
            var wins = 0;
            for (var version = 0; version < Rounds; version++)
            {
                try
                {
                    await store.AppendAsync(Request("a", "x") with { ExpectedVersion = version }, CancellationToken.None);
                    wins++;
                }
                catch (VersionConflictException)
                {
                    // The other one was first.
                }
            }

            return wins;
        }

        var wins = await Task.WhenAll(Task.Run(() => WriteAsync(Store)), Task.Run(() => WriteAsync(other)));
        Assert.Equal(await Store.GetVersionAsync(Name("a"), CancellationToken.None), wins.Sum());
        Assert.InRange(wins.Sum(), 1, Rounds);
    }

    [SkippableFact]
    public async Task A_worker_that_is_stopped_in_mid_batch_holds_nobody_up()
    {
        Skip.If(WhyUnavailable is not null || OperatingSystem.IsWindows(), WhyUnavailable ?? "Processes are stopped by a signal.");
        await using var worker = await OtherProcess.StartAsync(typeof(PostgreSqlStoreTests), "ready", "append-postgres", fixture.ConnectionString);
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 20; round++)
        {
            await Task.Delay(random.Next(1, 30));
            await worker.SignalAsync("STOP");
            try
            {
                await Store.AppendAsync(Request("a", "x"), CancellationToken.None);
            }
            finally
            {
                await worker.SignalAsync("CONT");
            }
        }

        worker.Kill();
    }

    [SkippableFact]
    public async Task A_subscriber_hears_of_what_another_process_appends()
    {
        Skip.If(WhyUnavailable is not null, WhyUnavailable);
        await using var other = await fixture.OpenAsync();
        var before = (await Store.AppendAsync(Request("position", "now"), CancellationToken.None)).LastPosition;
        using var cancellation = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var hearing = Task.Run(async () =>
        {
            await foreach (var each in Store.SubscribeAsync(before, cancellation.Token))
            {
                if (Text(each) == "end") return each.Stream;
            }

            return "";
        });
        for (var i = 0; i < 20; i++) await other.AppendAsync(Request("a", "x"), CancellationToken.None);
        await other.AppendAsync(Request("a", "end"), CancellationToken.None);
        Assert.Equal(Name("a"), await hearing);
    }
}
