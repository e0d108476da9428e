using Genie.Datagrams.Zones.Tests.World;
using Microsoft.Extensions.Time.Testing;

namespace Genie.Datagrams.Zones.Tests.Directories;

/// <summary>What every directory keeps to.</summary>
public abstract class DirectoryContract
{
    private protected static readonly ZoneServerInfo North = new("north", new DatagramAddress(1, 0, 1));
    private protected static readonly ZoneServerInfo South = new("south", new DatagramAddress(2, 0, 2));

    private protected virtual FakeTimeProvider Time { get; } = new();

    private protected static ZoneLayout Layout => FourZones.Layout;

    /// <summary>A directory, or another one with the same content.</summary>
    private protected abstract IZoneDirectory Open();

    [SkippableFact]
    public async Task Of_many_who_want_a_zone_one_gets_it()
    {
        var directory = Open();
        await directory.HeartbeatAsync(North, default);
        await directory.HeartbeatAsync(South, default);
        var answers = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(async () => await directory.TryAssignAsync(new ZoneChange(2, 0, i % 2 == 0 ? "north" : "south", i % 2 == 0 ? "north" : "south"), default))));
        var map = Assert.Single(answers, answer => answer is not null)!;
        Assert.Equal((1, true), (map.Find(2)!.Epoch, map.Find(2)!.IsLive));
        Assert.Equal(map.Find(2), (await directory.ReadAsync(default)).Find(2));
    }

    [SkippableFact]
    public async Task Nobody_takes_what_another_owns_until_his_lease_has_ended()
    {
        var directory = Open();
        await directory.HeartbeatAsync(North, default);
        await directory.HeartbeatAsync(South, default);
        Assert.NotNull(await directory.TryAssignAsync(new ZoneChange(0, 0, "north", "north"), default));
        var grab = new ZoneChange(0, 1, "south", "south");
        Assert.Null(await directory.TryAssignAsync(grab, default));
        Time.Advance(directory.LeaseTime - TimeSpan.FromMilliseconds(1));
        await directory.HeartbeatAsync(South, default);
        Assert.Null(await directory.TryAssignAsync(grab, default));
        Time.Advance(TimeSpan.FromMilliseconds(1));
        var map = await directory.TryAssignAsync(grab, default);
        Assert.Equal((2, "south"), (map!.Find(0)!.Epoch, map.Find(0)!.Owner!.Name));

        // The one before is back, and gets nothing back by itself; what it still believes is refused.
        Assert.Equal("south", (await directory.HeartbeatAsync(North, default)).Find(0)!.Owner!.Name);
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(0, 1, "north", "north"), default));
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(0, 2, "north", "north"), default));
    }

    [SkippableFact]
    public async Task A_lease_that_is_renewed_does_not_end_and_a_late_one_finds_what_nobody_took()
    {
        var directory = Open();
        await directory.HeartbeatAsync(North, default);
        await directory.TryAssignAsync(new ZoneChange(3, 0, "north", "north"), default);
        for (var i = 0; i < 10; i++)
        {
            Time.Advance(directory.LeaseTime / 2);
            Assert.Equal([3], (await directory.HeartbeatAsync(North, default)).OwnedBy("north").Select(one => one.Zone));
        }

        Time.Advance(directory.LeaseTime * 3);
        Assert.Empty((await directory.ReadAsync(default)).OwnedBy("north"));
        Assert.Equal([3], (await directory.HeartbeatAsync(North, default)).OwnedBy("north").Select(one => one.Zone));
    }

    [SkippableFact]
    public async Task An_owner_gives_a_zone_away_and_one_who_leaves_is_not_waited_for()
    {
        var directory = Open();
        await directory.HeartbeatAsync(North, default);
        Assert.NotNull(await directory.TryAssignAsync(new ZoneChange(1, 0, "north", "north"), default));
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(1, 1, "north", "south"), default));
        await directory.HeartbeatAsync(South, default);
        var given = await directory.TryAssignAsync(new ZoneChange(1, 1, "north", "south"), default);
        Assert.Equal(("south", 2, South.Address), (given!.Find(1)!.Owner!.Name, given.Find(1)!.Epoch, given.Find(1)!.Owner!.Address));
        await directory.LeaveAsync("south", default);
        Assert.NotNull(await directory.TryAssignAsync(new ZoneChange(1, 2, "north", "north"), default));
        Assert.Equal(["north"], (await directory.ReadAsync(default)).Servers.Select(server => server.Name));
    }

    [SkippableFact]
    public async Task A_zone_that_is_not_there_and_a_server_without_a_lease_get_nothing()
    {
        var directory = Open();
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(0, 0, "north", "north"), default));
        await directory.HeartbeatAsync(North, default);
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(17, 0, "north", "north"), default));
        Assert.Null(await directory.TryAssignAsync(new ZoneChange(0, 5, "north", "north"), default));
    }
}
