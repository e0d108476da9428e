using Genie.Datagrams.Zones.Tests.Directories;
using Genie.EventStore;

namespace Genie.Datagrams.Zones.EventStore.Tests.Directories;

public sealed class EmbeddedDirectoryTests(EmbeddedStore store) : EventStoreDirectoryTests, IClassFixture<EmbeddedStore>
{
    private protected override IEventStore Events => store.Events!;

    private protected override Task CompactAsync() => store.Events!.CompactAsync(default);
}

[Collection(PostgreSqlTests.Name)]
public sealed class PostgreSqlDirectoryTests(PostgreSqlStore store) : EventStoreDirectoryTests
{
    private protected override IEventStore Events => store.Events;

    private protected override Task CompactAsync() => Task.CompletedTask;
}

/// <summary>Every call of the contract goes to another directory on the same stream, as those of several processes are.</summary>
public abstract class EventStoreDirectoryTests : DirectoryContract
{
    private readonly string _stream = $"zones-{Guid.NewGuid():N}";

    private protected abstract IEventStore Events { get; }

    /// <summary>What an application has to do now and then.</summary>
    private protected abstract Task CompactAsync();

    private protected override IZoneDirectory Open() => new SeveralDirectories([.. Enumerable.Range(0, 3).Select(_ => OpenOne())]);

    private EventStoreZoneDirectory OpenOne() => new(Events, Layout, time: Time, stream: _stream);

    [SkippableFact]
    public async Task A_directory_that_opens_later_has_it_from_a_snapshot_and_thinks_nobody_dead_too_early()
    {
        using var first = OpenOne();
        for (var i = 0; i < 800; i++) await first.HeartbeatAsync(North, default);
        await first.TryAssignAsync(new ZoneChange(2, 0, "north", "north"), default);
        for (var i = 0; i < 400; i++) await first.HeartbeatAsync(North, default);
        await UntilSnapshotAsync(1_000);
        Time.Advance(first.LeaseTime * 2);
        using var later = OpenOne();
        await later.HeartbeatAsync(South, default);
        Assert.Null(await later.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default));
        Time.Advance(first.LeaseTime);
        await later.HeartbeatAsync(South, default);
        var map = await later.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default);
        Assert.Equal((2, "south"), (map!.Version, map.Find(2)!.Owner!.Name));
        Assert.Equal(map.Version, (await first.ReadAsync(default)).Version);
    }

    [SkippableFact]
    public async Task Renewals_do_not_pile_up_and_who_is_behind_goes_on_with_what_is_left()
    {
        using var north = OpenOne();
        using var south = OpenOne();
        using var behind = OpenOne();
        await north.HeartbeatAsync(North, default);
        await south.HeartbeatAsync(South, default);
        Assert.NotNull(await north.TryAssignAsync(new ZoneChange(2, 0, "north", "north"), default));
        Assert.Equal("north", (await behind.ReadAsync(default)).Find(2)!.Owner!.Name);
        Assert.NotNull(await north.TryAssignAsync(new ZoneChange(2, 1, "north", "south"), default));
        while (await FirstVersionAsync() < 1_000)
        {
            for (var i = 0; i < 300; i++)
            {
                await north.HeartbeatAsync(North, default);
                await south.HeartbeatAsync(South, default);
            }

            await CompactAsync();
        }

        Assert.True(await Events.GetVersionAsync(_stream, default) < 10_000, "renewals have piled up");

        // One that has read a few of the first events, and one that has read none.
        using var later = OpenOne();
        foreach (var directory in (EventStoreZoneDirectory[])[behind, later]) Assert.Equal((2, "south", true), (await directory.ReadAsync(default)).Find(2) is { } zone ? (zone.Epoch, zone.Owner!.Name, zone.IsLive) : default);
        Assert.Null(await behind.TryAssignAsync(new ZoneChange(2, 1, "north", "north"), default));
        Assert.NotNull(await behind.TryAssignAsync(new ZoneChange(2, 2, "south", "north"), default));
        Assert.Equal("north", (await later.ReadAsync(default)).Find(2)!.Owner!.Name);
    }

    private async Task UntilSnapshotAsync(long version)
    {
        while (await Events.LoadSnapshotAsync(_stream, default) is not { } snapshot || snapshot.Version < version) await Task.Delay(5);
    }

    private async Task<long> FirstVersionAsync()
    {
        try
        {
            await foreach (var first in Events.ReadStreamAsync(_stream, 1, default)) return first.Version;
            return 0;
        }
        catch (EventsCompactedException compacted)
        {
            return compacted.FirstVersion;
        }
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
