using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Genie.Grains.Telemetry;

/// <summary>What grains and event stores tell those who listen: figures and traces, both under <see cref="Name"/>. While nobody does, a call pays for one question.</summary>
public static class GrainTelemetry
{
    /// <summary>The name of the meter and of the activity source.</summary>
    public const string Name = "Genie.Grains";

    private static readonly Meter Meter = new(Name);
    private static readonly Counter<long> Appended = Meter.CreateCounter<long>("genie.events.appended", "{event}", "Events that are on disk.");
    private static readonly Counter<long> Crashed = Meter.CreateCounter<long>("genie.grains.crashes", "{crash}", "Incarnations that ended with an exception.");

    static GrainTelemetry()
    {
        Meter.CreateObservableUpDownCounter("genie.grains.live", LiveGrains.Read, "{grain}", "Grains that are live now.");
        Meter.CreateObservableUpDownCounter("genie.grains.queue.length", QueuedMessages.Read, "{message}", "Messages that wait for their grain.");
        Meter.CreateObservableUpDownCounter("genie.events.queue.length", QueuedAppends.Read, "{append}", "Appends that are not on disk yet.");
    }

    /// <summary>Calls, as traces.</summary>
    internal static ActivitySource Source { get; } = new(Name);

    /// <summary>Grains of the runtimes that are open.</summary>
    internal static GaugeSum LiveGrains { get; } = new();

    /// <summary>Messages in their mailboxes.</summary>
    internal static GaugeSum QueuedMessages { get; } = new();

    /// <summary>Appends that wait in the stores that are open.</summary>
    internal static GaugeSum QueuedAppends { get; } = new();

    /// <summary>True while somebody counts events.</summary>
    internal static bool CountsEvents => Appended.Enabled;

    /// <summary>Counts events that were appended.</summary>
    internal static void CountAppended(long events) => Appended.Add(events);

    /// <summary>Counts a crash.</summary>
    internal static void CountCrash(string kind) => Crashed.Add(1, new KeyValuePair<string, object?>("kind", kind));
}
