using System.Diagnostics.Metrics;
using Genie.Observing;
using Genie.Relay.Proxying;
using Grpc.Core;

namespace Genie.Relay.Telemetry;

/// <summary>The relay's figures, under the meter <c>Genie.Relay</c>.</summary>
internal sealed class RelayMetrics : IDisposable
{
    /// <summary>The meter's name.</summary>
    public const string MeterName = "Genie.Relay";

    private const string StatusTag = "grpc.status";
    private static readonly double[] Seconds = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60];

    private readonly GuardedMeter _meter = new(MeterName);
    private readonly GuardedCounter _requests;
    private readonly GuardedCounter _retries;
    private readonly GuardedCounter _ends;
    private readonly GuardedCounter _ejections;
    private readonly GuardedHistogram _duration;
    private readonly GuardedHistogram _wait;

    /// <summary>The instruments.</summary>
    public RelayMetrics()
    {
        _requests = _meter.CreateCounter("genie.relay.requests", description: "Calls that have ended, by their status.");
        _retries = _meter.CreateCounter("genie.relay.retries", description: "Calls that were tried on one more worker.");
        _ends = _meter.CreateCounter("genie.relay.worker.ends", description: "Workers that have ended, by the reason.");
        _ejections = _meter.CreateCounter("genie.relay.worker.ejections", description: "Workers that were given no calls for a while, as they answered badly.");
        _duration = _meter.CreateHistogram("genie.relay.request.duration", "s", "Time of calls from their first byte to their last, by their status.", Seconds);
        _wait = _meter.CreateHistogram("genie.relay.queue.wait", "s", "Time that calls waited for a worker.", Seconds);
    }

    /// <summary>The last calls.</summary>
    public RecentCalls Recent { get; } = new();

    /// <summary>Shows what is read when it is asked for.</summary>
    public void Observe(Func<int> queueLength, Func<IEnumerable<Measurement<int>>> workers, Func<IEnumerable<Measurement<int>>> inFlight)
    {
        _meter.Publish(meter => meter.CreateObservableGauge("genie.relay.queue.length", queueLength, description: "Calls that wait for a worker."));
        _meter.Publish(meter => meter.CreateObservableGauge("genie.relay.workers", workers, description: "Workers, by what they are at."));
        _meter.Publish(meter => meter.CreateObservableGauge("genie.relay.worker.in_flight", inFlight, description: "Calls under way, by worker."));
    }

    /// <summary>Counts a call.</summary>
    public void CountRequest(StatusCode status, TimeSpan duration)
    {
        var tag = new KeyValuePair<string, object?>(StatusTag, GrpcStatusNames.Of(status));
        _requests.Add(1, tag);
        Recent.Add(duration, status != StatusCode.OK);
        _duration.Record(duration.TotalSeconds, tag);
    }

    /// <summary>Counts a wait, also one of no time.</summary>
    public void CountWait(TimeSpan wait) => _wait.Record(wait.TotalSeconds);

    /// <summary>Counts one more try.</summary>
    public void CountRetry() => _retries.Add(1);

    /// <summary>Counts a worker's end.</summary>
    public void CountEnd(string reason) => _ends.Add(1, new KeyValuePair<string, object?>("reason", reason));

    /// <summary>Counts an ejection.</summary>
    public void CountEjection() => _ejections.Add(1);

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
