using Genie.Datagrams.Zones.Tests.World;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using Orleans.TestingHost;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>Processes that do not have the same world are told so, and what to do.</summary>
[Collection(SharedCluster.Name)]
public sealed class MisfitTests(SharedCluster shared)
{
    private static readonly ZoneServerInfo North = new("north", new DatagramAddress(1, 0, 1));

    private readonly string _world = $"{Guid.NewGuid():N}";

    [Fact]
    public async Task Another_layout_or_lease_time_than_that_of_the_silos()
    {
        var options = ZonesCluster.Options(shared.Time);
        options.LeaseTime *= 2;
        await AssertMisfitAsync(shared.Cluster, options, "LeaseTime");
        options = ZonesCluster.Options(shared.Time);
        options.Layout = OtherLayout();
        await AssertMisfitAsync(shared.Cluster, options, "layout");
    }

    [Fact]
    public async Task Another_layout_than_that_of_the_storage()
    {
        await new OrleansZoneDirectory(shared.Cluster.Grains, _world, ZonesCluster.Options(shared.Time)).HeartbeatAsync(North, default);
        var changed = ZonesCluster.Options(shared.Time);
        changed.Layout = OtherLayout();
        await using var apart = await ZonesCluster.StartAsync(1, shared.Storage, (_, silo) => silo.Services.ConfigureAll<OrleansZonesOptions>(options => (options.Layout, options.LeaseTime) = (changed.Layout, changed.LeaseTime)));
        await AssertMisfitAsync(apart, changed, "another name");
    }

    [Fact]
    public async Task A_world_that_the_silos_do_not_have()
    {
        await using var apart = await ZonesCluster.StartAsync(1, shared.Storage, (_, silo) => silo.Services.UseOrleansZones("town", options => options.Layout = FourZones.Layout));
        await AssertMisfitAsync(apart, ZonesCluster.Options(shared.Time), "UseOrleansZones");
    }

    [Fact]
    public async Task A_silo_without_a_storage_and_a_world_without_zones_do_not_start()
    {
        using var ports = new TestClusterPortAllocator();
        var (siloPort, gatewayPort) = ports.AllocateConsecutivePortPairs(2);
        using (var host = Build(siloPort, gatewayPort, options => options.Layout = FourZones.Layout))
        {
            var error = await Assert.ThrowsAnyAsync<Exception>(() => host.StartAsync());
            Assert.Contains(OrleansZones.StorageName, error.ToString(), StringComparison.Ordinal);
        }

        using (var host = Build(siloPort + 1, gatewayPort + 1, static _ => { })) Assert.Contains("Layout", (await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync())).Message, StringComparison.Ordinal);
    }

    private static IHost Build(int siloPort, int gatewayPort, Action<OrleansZonesOptions> configure)
    {
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.UseOrleans(silo => silo.UseLocalhostClustering(siloPort, gatewayPort));
        builder.Services.UseOrleansZones("town", configure);
        return builder.Build();
    }

    private static ZoneLayout OtherLayout() => new(FourZones.Layout.Grid, FourZones.Layout.Zones.Select(zone => KeyValuePair.Create(zone, Enumerable.Repeat(zone, 1))));

    private async Task AssertMisfitAsync(ZonesCluster cluster, OrleansZonesOptions options, string what)
    {
        var directory = new OrleansZoneDirectory(cluster.Grains, _world, options);
        for (var i = 0; i < 2; i++)
        {
            var error = await Assert.ThrowsAsync<ZoneException>(async () => await directory.HeartbeatAsync(North, default));
            Assert.False(error.IsTransient, error.Message);
            Assert.Contains(what, error.Message, StringComparison.Ordinal);
        }
    }
}
