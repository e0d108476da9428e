using System.Diagnostics;
using Genie.Brokers.Links;
using Genie.Observing;

namespace Genie.Brokers.Telemetry;

/// <summary>Metrics and traces of connections, both under <see cref="Name"/>. While nobody does, a request pays for one question.</summary>
public static class BrokerTelemetry
{
    /// <summary>The name of the meter and of the activity source.</summary>
    public const string Name = "Genie.Brokers";

    private const string BrokerTag = "broker";
    private const string OutcomeTag = "outcome";
    private const string StateTag = "state";
    private const string Ok = "ok";

    internal static readonly GuardedMeter Meter = new(Name);
    internal static readonly GuardedActivitySource Source = new(Name);

    private static readonly GuardedCounter LinkChanges = Meter.CreateCounter(
        "genie.broker.link.changes", "{change}", "Links lost, attempts that failed, refusals, links restored, by system and state.");
    private static readonly GuardedUpDownCounter LinksAway = Meter.CreateUpDownCounter(
        "genie.broker.links.away", "{link}", "Links that were lost, or are sought, and are not there yet, by system.");

    private static readonly GuardedCounter Requests = Meter.CreateCounter("genie.broker.requests", "{request}", "Requests that have ended, by system and outcome.");
    private static readonly GuardedUpDownCounter InFlight = Meter.CreateUpDownCounter("genie.broker.requests.in_flight", "{request}", "Requests that await their answer or a free slot.");
    private static readonly GuardedHistogram Duration = Meter.CreateHistogram(
        "genie.broker.request.duration", "s", "Time from request to answer, waiting for a free slot included.",
        0.000_01, 0.000_03, 0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10);

    private static readonly GuardedCounter Failures = Meter.CreateCounter("genie.broker.handler.failures", "{failure}", "Exceptions of handlers, by system and what became of the message.");

    /// <summary>Tells that a handler threw: for dispatchers, and for layers that answer failures themselves.</summary>
    /// <param name="broker">The system's name.</param>
    /// <param name="failure">What became of the message.</param>
    public static void CountFailure(string broker, in HandlerFailure failure)
    {
        BrokerEvents.Log.HandlerFailed(broker, failure.Delivery, failure.Outcome.ToString(), failure.Error.ToString());
        Failures.Add(1, new KeyValuePair<string, object?>(BrokerTag, broker), new KeyValuePair<string, object?>(OutcomeTag, failure.Outcome.ToString()));
    }

    /// <summary>Tells of a link's change.</summary>
    /// <param name="broker">The system's name.</param>
    /// <param name="change">What became of the link.</param>
    /// <param name="away">1 if the link is away from now on, -1 if no longer, 0 if that is as it was.</param>
    internal static void CountLink(string broker, in LinkChange change, int away)
    {
        if (change.State == LinkState.Lost) BrokerEvents.Log.LinkLost(broker, change.Error!.Message);
        else if (change.State == LinkState.Refused) BrokerEvents.Log.LinkRefused(broker, change.Error!.Message);
        else if (change.State == LinkState.Restored) BrokerEvents.Log.LinkRestored(broker, change.Attempts);
        var tag = new KeyValuePair<string, object?>(BrokerTag, broker);
        LinkChanges.Add(1, tag, new KeyValuePair<string, object?>(StateTag, change.State.ToString()));
        if (away != 0) LinksAway.Add(away, tag);
    }

    /// <summary>True while somebody listens.</summary>
    internal static bool IsObserved => Duration.Enabled || Requests.Enabled || InFlight.Enabled || Source.HasListeners;

    /// <summary>Begins to observe a request; <see cref="Observation.End"/> ends it.</summary>
    internal static Observation Begin(string broker)
    {
        InFlight.Add(1, new KeyValuePair<string, object?>(BrokerTag, broker));

        // A layer above that follows the messaging conventions has a span for it.
        var isTraced = Activity.Current is { Kind: ActivityKind.Producer or ActivityKind.Client } current && Source.Owns(current);
        return new Observation(broker, Stopwatch.GetTimestamp(), isTraced ? default : Source.StartActivity("request", ActivityKind.Client).SetTag(BrokerTag, broker));
    }

    /// <summary>One observed request.</summary>
    internal readonly struct Observation(string broker, long start, GuardedActivity activity)
    {
        /// <summary>Tells how it ended.</summary>
        /// <param name="error">What it failed with, or null.</param>
        public void End(Exception? error)
        {
            var tag = new KeyValuePair<string, object?>(BrokerTag, broker);
            var outcome = new KeyValuePair<string, object?>(OutcomeTag, error is null ? Ok : error.GetType().Name);
            InFlight.Add(-1, tag);
            Requests.Add(1, tag, outcome);
            Duration.Record(Stopwatch.GetElapsedTime(start).TotalSeconds, tag, outcome);
            if (error is not null) activity.Value?.SetStatus(ActivityStatusCode.Error, error.Message);
            activity.Dispose();
        }
    }
}
