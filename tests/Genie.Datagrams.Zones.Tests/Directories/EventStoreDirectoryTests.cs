using Genie.Datagrams.Zones.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Datagrams.Zones.Tests.Directories;

/// <summary>Every call of the contract goes to another directory on the same stream, as those of several processes are.</summary>
public sealed class EventStoreDirectoryTests : DirectoryContract, IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private EmbeddedEventStore? _store;

    public async Task InitializeAsync() => _store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, default);

    public async Task DisposeAsync() => await _store!.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    private protected override IZoneDirectory Open() => new SeveralDirectories([.. Enumerable.Range(0, 3).Select(_ => new EventStoreZoneDirectory(_store!, Layout, time: Time))]);

    [Fact]
    public async Task A_directory_that_opens_later_has_it_from_a_snapshot_and_thinks_nobody_dead_too_early()
    {
        using var first = new EventStoreZoneDirectory(_store!, Layout, time: Time);
        for (var i = 0; i < 800; i++) await first.HeartbeatAsync(North, default);
        await first.TryAssignAsync(new ZoneChange(2, 0, "north", "north"), default);
        for (var i = 0; i < 400; i++) await first.HeartbeatAsync(North, default);
        Assert.Equal(1_000, (await _store!.LoadSnapshotAsync("zones", default))!.Version);
        Time.Advance(first.LeaseTime * 2);
        using var later = new EventStoreZoneDirectory(_store, Layout, time: Time);
        await later.HeartbeatAsync(South, default);
        Assert.Null(await later.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default));
        Time.Advance(first.LeaseTime);
        await later.HeartbeatAsync(South, default);
        var map = await later.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default);
        Assert.Equal((2, "south"), (map!.Version, map.Find(2)!.Owner!.Name));
        Assert.Equal(map.Version, (await first.ReadAsync(default)).Version);
    }

    [Fact]
    public async Task Entities_are_kept_by_version_beyond_the_store_that_wrote_them()
    {
        var store = new EventStoreEntityStore(_store!);
        Assert.Null(await store.LoadAsync(7, default));
        for (var version = 1; version <= 300; version++) Assert.True(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = version, Received = version }, default));
        Assert.False(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = 300, Received = 1_000 }, default));
        Assert.False(await store.TrySaveAsync(new EntityRecord { Entity = 7, Version = 302, Received = 1_000 }, default));
        Assert.Equal((300L, 300L), (await new EventStoreEntityStore(_store!).LoadAsync(7, default)) is { } read ? (read.Version, read.Received) : default);
        Assert.Equal(256, (await _store!.LoadSnapshotAsync("entity/0000000000000007", default))!.Version);
    }

    /// <summary>One directory after the other takes a call; each has read the stream before, so that its leases count from then.</summary>
    private sealed class SeveralDirectories(EventStoreZoneDirectory[] directories) : IZoneDirectory
    {
        private int _calls;

        public TimeSpan LeaseTime => directories[0].LeaseTime;

        public async ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => await (await NextAsync()).ReadAsync(cancellationToken);

        public async ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken)
        {
            var map = await (await NextAsync()).HeartbeatAsync(server, cancellationToken);
            await NextAsync();
            return map;
        }

        public async ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken) => await (await NextAsync()).TryAssignAsync(change, cancellationToken);

        public async ValueTask LeaveAsync(string server, CancellationToken cancellationToken) => await (await NextAsync()).LeaveAsync(server, cancellationToken);

        private async ValueTask<EventStoreZoneDirectory> NextAsync()
        {
            foreach (var directory in directories) await directory.ReadAsync(default);
            return directories[(uint)Interlocked.Increment(ref _calls) % directories.Length];
        }
    }
}
