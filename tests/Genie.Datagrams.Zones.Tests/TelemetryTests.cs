using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Telemetry;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>What those see who listen. Alone in their collection: the figures are sums over the whole process.</summary>
[CollectionDefinition(nameof(TelemetryTests), DisableParallelization = true)]
[Collection(nameof(TelemetryTests))]
public sealed class TelemetryTests(ITestOutputHelper output)
{
    private readonly Dictionary<string, long> _sums = [];

    [Fact]
    public void What_the_dashboard_and_the_alerts_ask_for_is_there()
    {
        RuntimeHelpers.RunClassConstructor(typeof(ZoneTelemetry).TypeHandle);
        var asked = PrometheusNames.OfMonitoring("genie_zones_");
        Assert.InRange(asked.Count, 3, int.MaxValue);
        Assert.Subset(PrometheusNames.OfInstruments().ToHashSet(), asked.ToHashSet());
    }

    [Fact]
    public void Zones_entities_handovers_takeovers_and_refusals_are_counted_as_the_servers_count_them()
    {
        using var listener = Listen();
        var before = Gauges(listener);
        var world = new SimulatedWorld(NetworkConditions.International with { Loss = 0.05 }, Seeds.Next(output)).WithFourServers();
        var player = world.AddPlayer(FourZones.SouthWest);
        MapPosition[] walk = [FourZones.SouthEast, FourZones.NorthEast, FourZones.SouthWest];
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(20));
        foreach (var home in walk)
        {
            player.MoveTo(home);
            for (var i = 0; i < 100; i++)
            {
                player.Say();
                world.Run(TimeSpan.FromMilliseconds(10));
            }

            world.Run(() => player.Client.Server == world.OwnerAt(home).Endpoint.LocalAddress, TimeSpan.FromSeconds(20));
        }

        world.AssertNothingLostOrDoubled();
        var now = Gauges(listener);
        Assert.Equal(4, now.Zones - before.Zones);

        // For a moment an entity is at two servers, where its client was faster than the handover.
        var entities = world.Servers.Sum(one => one.Server.GetStatistics().Entities);
        Assert.True(entities > 0);
        Assert.Equal(entities, now.Entities - before.Entities);
        world.Kill(world.OwnerAt(FourZones.NorthEast));
        world.Run(() => world.Servers.Sum(one => one.Server.GetStatistics().ZonesAcquired) > 4, TimeSpan.FromSeconds(20));

        var counted = world.Servers.Select(one => one.Server.GetStatistics()).ToList();
        Assert.True(counted.Sum(one => one.HandedOver) > 0 && counted.Sum(one => one.Refused) > 0, "hardly anything happened");
        Assert.Equal(counted.Sum(one => one.ZonesAcquired), Sum("genie.zones.acquired"));
        Assert.Equal(counted.Sum(one => one.HandedOver), Sum("genie.zones.handovers out"));
        Assert.Equal(counted.Sum(one => one.TakenOver), Sum("genie.zones.handovers in"));
        Assert.Equal(counted.Sum(one => one.Refused), Sum("genie.zones.refused"));
        Assert.Equal(counted.Sum(one => one.Duplicates), Sum("genie.zones.duplicates"));
        Assert.Equal(counted.Sum(one => one.Fenced), Sum("genie.zones.fenced"));

        // What has ended counts no more.
        foreach (var one in world.Servers) world.Kill(one);
        Assert.Equal(before, Gauges(listener));
    }

    private long Sum(string name) => _sums.GetValueOrDefault(name);

    private (long Zones, long Entities) Gauges(MeterListener listener)
    {
        _sums.Remove("genie.zones.owned");
        _sums.Remove("genie.zones.entities");
        listener.RecordObservableInstruments();
        return (Sum("genie.zones.owned"), Sum("genie.zones.entities"));
    }

    private MeterListener Listen()
    {
        var listener = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == ZoneTelemetry.Name) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            var name = tags.IsEmpty ? instrument.Name : $"{instrument.Name} {tags[0].Value}";
            _sums[name] = _sums.GetValueOrDefault(name) + value;
        });
        listener.Start();
        return listener;
    }
}
