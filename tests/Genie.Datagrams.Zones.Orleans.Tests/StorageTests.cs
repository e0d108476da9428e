using Microsoft.Extensions.Time.Testing;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>Clusters that do not know of each other, and storages that fail: what is confirmed is kept, and nobody is told that what is not.</summary>
[Collection(SharedCluster.Name)]
public sealed class StorageTests(SharedCluster shared)
{
    private static readonly ZoneServerInfo North = new("north", new DatagramAddress(1, 0, 1));
    private static readonly ZoneServerInfo South = new("south", new DatagramAddress(2, 0, 2));

    private readonly string _world = $"{Guid.NewGuid():N}";

    [Fact]
    public async Task A_stale_activation_of_a_directory_cannot_write()
    {
        await using var apart = await ZonesCluster.StartAsync(silos: 1, shared.Storage, shared.Time);
        var (stale, fresh) = (DirectoryOf(shared.Cluster), DirectoryOf(apart));
        await stale.HeartbeatAsync(North, default);
        await stale.TryAssignAsync(new ZoneChange(0, 0, "north", "north"), default);

        // The other cluster's grain is activated with what is kept, and goes on; this one's does not know.
        await fresh.HeartbeatAsync(South, default);
        Assert.NotNull(await fresh.TryAssignAsync(new ZoneChange(1, 0, "south", "south"), default));
        await AssertUnknownAsync(() => stale.TryAssignAsync(new ZoneChange(1, 0, "north", "north"), default).AsTask());
        var map = await stale.ReadAsync(default);
        Assert.Equal((2L, "north", "south"), (map.Version, map.Find(0)!.Owner!.Name, map.Find(1)!.Owner!.Name));
        Assert.Null(await stale.TryAssignAsync(new ZoneChange(1, 0, "north", "north"), default));

        // Now the other one's is behind: it has not heard of this renewal, and may not take the zone that it thinks is free.
        shared.Time.Advance(stale.LeaseTime - TimeSpan.FromMilliseconds(1));
        await fresh.HeartbeatAsync(South, default);
        await AssertUnknownAsync(() => stale.HeartbeatAsync(North, default).AsTask());
        await stale.HeartbeatAsync(North, default);
        shared.Time.Advance(TimeSpan.FromMilliseconds(2));
        await AssertUnknownAsync(() => fresh.TryAssignAsync(new ZoneChange(0, 1, "south", "south"), default).AsTask());
        Assert.Equal(["north"], (await fresh.ReadAsync(default)).Servers.Where(server => server.Name == "north").Select(server => server.Name));
        Assert.Null(await fresh.TryAssignAsync(new ZoneChange(0, 1, "south", "south"), default));
    }

    [Fact]
    public async Task An_activation_counts_leases_from_when_it_has_read_them()
    {
        await using var apart = await ZonesCluster.StartAsync(silos: 1, shared.Storage, shared.Time);
        var (before, after) = (DirectoryOf(shared.Cluster), DirectoryOf(apart));
        await before.HeartbeatAsync(North, default);
        await before.TryAssignAsync(new ZoneChange(2, 0, "north", "north"), default);
        shared.Time.Advance(before.LeaseTime * 3);
        await after.HeartbeatAsync(South, default);
        Assert.Null(await after.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default));
        shared.Time.Advance(before.LeaseTime);
        await after.HeartbeatAsync(South, default);
        Assert.Equal("south", (await after.TryAssignAsync(new ZoneChange(2, 1, "south", "south"), default))!.Find(2)!.Owner!.Name);
    }

    [Fact]
    public async Task A_stale_activation_of_an_entity_cannot_write_and_does_not_refuse_its_owner()
    {
        await using var apart = await ZonesCluster.StartAsync(silos: 1, shared.Storage, shared.Time);
        var (stale, fresh) = (StoreOf(shared.Cluster), StoreOf(apart));
        Assert.True(await stale.TrySaveAsync(Record(1), default));
        Assert.True(await fresh.TrySaveAsync(Record(2) with { Received = 20 }, default));
        Assert.False(await stale.TrySaveAsync(Record(2) with { Received = 21 }, default));
        Assert.Equal(20, (await stale.LoadAsync(1, default))!.Received);
        Assert.True(await fresh.TrySaveAsync(Record(3), default));
        Assert.True(await stale.TrySaveAsync(Record(4), default));
        Assert.False(await fresh.TrySaveAsync(Record(4), default));
        Assert.True(await fresh.TrySaveAsync(Record(5), default));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_save_that_was_not_confirmed_is_told_as_it_was(bool isWritten)
    {
        var store = StoreOf(shared.Cluster);
        Assert.True(await store.TrySaveAsync(Record(1), default));
        await FailingAsync(isWritten, times: 3, async () => Assert.True(await store.TrySaveAsync(Record(2) with { Received = 2 }, default)));
        Assert.Equal(2, (await store.LoadAsync(1, default))!.Received);
        Assert.False(await store.TrySaveAsync(Record(2), default));
        Assert.True(await store.TrySaveAsync(Record(3), default));
    }

    [Fact]
    public async Task A_storage_that_does_not_come_back_is_a_transient_error_and_no_answer()
    {
        var options = ZonesCluster.Options(shared.Time);
        options.EntityTimeout = TimeSpan.FromMilliseconds(200);
        var store = new OrleansEntityStore(shared.Cluster.Grains, _world, options);
        await FailingAsync(isWritten: false, int.MaxValue, () => AssertUnknownAsync(() => store.TrySaveAsync(Record(1), default).AsTask()));
        Assert.Null(await StoreOf(shared.Cluster).LoadAsync(1, default));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_change_of_the_directory_that_was_not_confirmed_is_what_the_storage_has(bool isWritten)
    {
        var directory = DirectoryOf(shared.Cluster);
        await directory.HeartbeatAsync(North, default);
        await FailingAsync(isWritten, times: 1, () => AssertUnknownAsync(() => directory.TryAssignAsync(new ZoneChange(3, 0, "north", "north"), default).AsTask()));
        Assert.Equal(isWritten ? 1 : 0, (await directory.ReadAsync(default)).Find(3)!.Epoch);
        Assert.Equal(["north"], (await directory.HeartbeatAsync(North, default)).Servers.Select(server => server.Name));
    }

    /// <summary>The writes of this world's grains fail, before or after they are done.</summary>
    private async Task FailingAsync(bool isWritten, int times, Func<Task> work)
    {
        var failures = 0;
        shared.Storage.Meddle = (grain, isDone) =>
        {
            if (isDone != isWritten || failures == times || !grain.Key.ToString()!.StartsWith(_world, StringComparison.Ordinal)) return;
            failures++;
            throw new IOException("the storage is away");
        };
        try
        {
            await work();
        }
        finally
        {
            shared.Storage.Meddle = null;
        }

        Assert.InRange(failures, 1, times);
    }

    private static async Task AssertUnknownAsync(Func<Task> call)
    {
        var error = await Assert.ThrowsAsync<ZoneException>(call);
        Assert.True(error.IsTransient, error.Message);
    }

    private static EntityRecord Record(long version) => new() { Entity = 1, Version = version };

    private OrleansZoneDirectory DirectoryOf(ZonesCluster cluster) => new(cluster.Grains, _world, ZonesCluster.Options(shared.Time));

    private OrleansEntityStore StoreOf(ZonesCluster cluster) => new(cluster.Grains, _world, ZonesCluster.Options(shared.Time));
}
