using Genie.Observing;
using Genie.Telemetry;

namespace Genie.EventStore.Telemetry;

/// <summary>What event stores report to those who listen, under <see cref="Name"/>. While nobody does, an append pays for one question.</summary>
public static class EventStoreTelemetry
{
    /// <summary>The name of the meter.</summary>
    public const string Name = "Genie.EventStore";

    private static readonly GuardedMeter Meter = new(Name);
    private static readonly GuardedCounter Appended = Meter.CreateCounter("genie.events.appended", "{event}", "Events that are on disk.");

    static EventStoreTelemetry() =>
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.events.queue.length", QueuedAppends.Read, "{append}", "Appends that are not on disk yet."));

    /// <summary>Appends that wait in the stores that are open.</summary>
    internal static GaugeSum QueuedAppends { get; } = new();

    /// <summary>True while somebody counts events.</summary>
    internal static bool CountsEvents => Appended.Enabled;

    /// <summary>Counts events that were appended.</summary>
    internal static void CountAppended(long events) => Appended.Add(events);
}
