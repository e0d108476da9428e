using Genie.Observing;
using Genie.Telemetry;

namespace Genie.Datagrams.Zones.Telemetry;

/// <summary>What the zone servers of a process report to those who listen, all together, under <see cref="Name"/>.</summary>
public static class ZoneTelemetry
{
    /// <summary>The name of the meter.</summary>
    public const string Name = "Genie.Datagrams.Zones";

    private const string DirectionTag = "direction";

    private static readonly GuardedMeter Meter = new(Name);
    private static readonly GuardedCounter Acquired = Meter.CreateCounter("genie.zones.acquired", "{zone}", "Zones taken that nobody owned, or whose owner was dead.");
    private static readonly GuardedCounter Handovers = Meter.CreateCounter("genie.zones.handovers", "{entity}", "Entities that went to other servers (out) and came from them (in), by direction.");
    private static readonly GuardedCounter Fenced = Meter.CreateCounter("genie.zones.fenced", "{entity}", "Entities that another server has made its own while they were here.");
    private static readonly GuardedCounter Duplicates = Meter.CreateCounter("genie.zones.duplicates", "{message}", "Messages that had been handled already.");
    private static readonly GuardedCounter Refused = Meter.CreateCounter("genie.zones.refused", "{call}", "Messages, requests and transfers that were not the server's to take.");

    static ZoneTelemetry()
    {
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.zones.owned", OwnedZones.Read, "{zone}", "Zones that are owned now."));
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.zones.entities", Entities.Read, "{entity}", "Entities that are served now."));
    }

    /// <summary>Zones of the servers that have begun.</summary>
    internal static GaugeSum OwnedZones { get; } = new();

    /// <summary>Their entities.</summary>
    internal static GaugeSum Entities { get; } = new();

    internal static void CountAcquired() => Acquired.Add(1);

    internal static void CountHandover(bool isOut) => Handovers.Add(1, new KeyValuePair<string, object?>(DirectionTag, isOut ? "out" : "in"));

    internal static void CountFenced() => Fenced.Add(1);

    internal static void CountDuplicate() => Duplicates.Add(1);

    internal static void CountRefused() => Refused.Add(1);
}
