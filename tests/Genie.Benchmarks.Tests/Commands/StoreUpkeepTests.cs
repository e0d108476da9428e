using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands.Genius;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;
using Genie.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The store of <c>genie genius serve</c> is kept short.</summary>
public sealed class StoreUpkeepTests : IDisposable
{
    private const string Stream = "windows";
    private const string Reader = "reader";
    private const long SegmentBytes = 64 << 10;
    private static readonly TimeSpan Interval = TimeSpan.FromHours(1);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_a_snapshot_contains_goes_once_every_checkpoint_has_passed_it()
    {
        var clock = new ManualClock();
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = SegmentBytes }, default);
        var payload = new byte[10_000];
        for (var written = 0L; written < 4 * SegmentBytes; written += payload.Length) await store.AppendAsync(new AppendRequest(Stream, new NewEvent[] { new("counted", payload) }), default);
        await store.SaveSnapshotAsync(Stream, new StreamSnapshot(await store.GetVersionAsync(Stream, default), default), default);
        await store.SaveCheckpointAsync(Reader, 2, default);
        using var service = new StoreUpkeepService(store, Interval, clock, NullLogger<StoreUpkeepService>.Instance);
        await service.StartAsync(default);

        await CompactAsync(clock);
        Assert.Equal(3, await FirstAsync(store));
        await store.SaveCheckpointAsync(Reader, await store.GetPositionAsync(default), default);
        await CompactAsync(clock);
        Assert.NotEqual(3, await FirstAsync(store));
        await service.StopAsync(default);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "10")]
    public async Task Old_request_keys_of_a_database_are_forgotten_each_hour()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        var database = new PostgreSqlFixture();
        await database.InitializeAsync();
        try
        {
            await ExpectForgottenAsync(database.ConnectionString);
        }
        finally
        {
            await database.DisposeAsync();
        }
    }

    [Fact]
    public async Task A_server_that_compacts_serves_and_ends()
    {
        using var http = new GeniusHttp();
        using var server = await http.StartAsync(_folder.Path, new JsonObject { ["CompactInterval"] = "00:00:01" });
        await http.CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(1, 1));
        await GeniusProcess.EndAsync(server);
    }

    private static async Task ExpectForgottenAsync(string connectionString)
    {
        var (clock, key) = (new ManualClock(), new RequestKey(1, 2, 3));
        var options = new PostgreSqlStoreOptions { ConnectionString = connectionString, RequestKeyMemory = TimeSpan.FromTicks(1) };
        await using var store = await PostgreSqlEventStore.OpenAsync(options, default);
        await store.AppendAsync(new AppendRequest(Stream, new NewEvent[] { new("counted", new byte[1]) }) { Key = key }, default);
        var interval = StoreUpkeepService.IntervalOf(store, new GeniusSettings());
        Assert.Equal(Interval, interval);
        using var service = new StoreUpkeepService(store, interval!.Value, clock, NullLogger<StoreUpkeepService>.Instance);
        await service.StartAsync(default);
        await AwaitedAsync(clock);
        Assert.NotNull(await store.FindAsync(Stream, key, default));
        await CompactAsync(clock);
        Assert.Null(await store.FindAsync(Stream, key, default));
        await service.StopAsync(default);
    }

    // Begun before, and over when it waits again.
    private static async Task CompactAsync(ManualClock clock)
    {
        await AwaitedAsync(clock);
        clock.Advance(Interval);
        await AwaitedAsync(clock);
    }

    private static async Task AwaitedAsync(ManualClock clock)
    {
        using var enough = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        while (!clock.IsAwaited(clock.GetUtcNow() + Interval)) await Task.Delay(5, enough.Token);
    }

    private static async Task<long> FirstAsync(EmbeddedEventStore store)
    {
        await foreach (var each in store.ReadAllAsync(0, default)) return each.Position;
        return 0;
    }
}
