using Genie.Observing;
using Genie.Telemetry;

namespace Genie.Grains.Telemetry;

/// <summary>What grains report to those who listen: figures and traces, both under <see cref="Name"/>. While nobody does, a call pays for one question.</summary>
public static class GrainTelemetry
{
    /// <summary>The name of the meter and of the activity source.</summary>
    public const string Name = "Genie.Grains";

    private static readonly GuardedMeter Meter = new(Name);
    private static readonly GuardedCounter Crashed = Meter.CreateCounter("genie.grains.crashes", "{crash}", "Incarnations that ended with an exception.");

    static GrainTelemetry()
    {
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.grains.live", LiveGrains.Read, "{grain}", "Grains that are live now."));
        Meter.Publish(static meter => meter.CreateObservableUpDownCounter("genie.grains.queue.length", QueuedMessages.Read, "{message}", "Messages that wait for their grain."));
    }

    /// <summary>Calls and turns, as traces.</summary>
    internal static GuardedActivitySource Source { get; } = new(Name);

    /// <summary>Grains of the runtimes that are open.</summary>
    internal static GaugeSum LiveGrains { get; } = new();

    /// <summary>Messages in their mailboxes.</summary>
    internal static GaugeSum QueuedMessages { get; } = new();

    /// <summary>Counts a crash.</summary>
    internal static void CountCrash(string kind) => Crashed.Add(1, new KeyValuePair<string, object?>("kind", kind));
}
