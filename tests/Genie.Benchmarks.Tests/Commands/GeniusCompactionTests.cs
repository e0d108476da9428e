using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands.Genius;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The store of <c>genie genius serve</c> is kept short.</summary>
public sealed class GeniusCompactionTests : IDisposable
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
        using var service = new CompactionService(store, Interval, clock, NullLogger<CompactionService>.Instance);
        await service.StartAsync(default);

        await CompactAsync(clock);
        Assert.Equal(3, await FirstAsync(store));
        await store.SaveCheckpointAsync(Reader, await store.GetPositionAsync(default), default);
        await CompactAsync(clock);
        Assert.NotEqual(3, await FirstAsync(store));
        await service.StopAsync(default);
    }

    [Fact]
    public async Task A_server_that_compacts_serves_and_ends()
    {
        using var http = new GeniusHttp();
        using var server = await http.StartAsync(_folder.Path, new JsonObject { ["CompactInterval"] = "00:00:01" });
        await http.CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(1, 1));
        await GeniusProcess.EndAsync(server);
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
