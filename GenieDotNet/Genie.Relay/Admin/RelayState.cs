using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Genie.Relay.Workers;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Relay.Admin;

/// <summary>How the relay does: what the probes and the status page say.</summary>
internal sealed class RelayState(Func<RelayOptions> options, WorkerPool pool, Supervisor supervisor, RecentCalls recent, Func<bool> isStopping)
{
    private static readonly TimeSpan TickMax = TimeSpan.FromSeconds(30);

    private readonly TimeProvider _clock = options().Clock;

    /// <summary>All workers that were asked for have served once.</summary>
    public HealthCheckResult Startup() => supervisor.Started.IsCompletedSuccessfully
        ? HealthCheckResult.Healthy("started") : HealthCheckResult.Unhealthy($"{pool.Serving} of {options().Workers.Count} workers serve");

    /// <summary>A worker serves, and the relay does not end.</summary>
    public HealthCheckResult Readiness() =>
        isStopping() ? HealthCheckResult.Unhealthy("stopping")
        : pool.Serving > 0 ? HealthCheckResult.Healthy($"{pool.Serving} workers serve")
        : HealthCheckResult.Unhealthy("no worker serves");

    /// <summary>Workers are looked after, and not all of them have been down for long.</summary>
    public HealthCheckResult Liveness()
    {
        if (isStopping()) return HealthCheckResult.Healthy("stopping");
        if (supervisor.SinceLastTick > TickMax) return HealthCheckResult.Unhealthy("workers are not looked after");
        var down = _clock.GetElapsedTime(supervisor.LastServingTimestamp);
        return pool.Serving > 0 || down < options().Probes.LivenessGrace ? HealthCheckResult.Healthy("alive") : HealthCheckResult.Unhealthy($"no worker has served for {down.TotalSeconds:0} s");
    }

    /// <summary>What the status page shows.</summary>
    public RelayStatus Status()
    {
        var quantiles = recent.Quantiles(0.5, 0.99);
        var state = isStopping() ? "stopping" : pool.Serving > 0 ? "serving" : "waiting for workers";
        return new RelayStatus(state, pool.QueueLength, options().Queue.Size, options().Workers.PoolSize, [.. supervisor.Workers.Select(StatusOf)])
        {
            Calls = recent.Calls,
            Errors = recent.Errors,
            P50Milliseconds = quantiles[0],
            P99Milliseconds = quantiles[1],
        };
    }

    private WorkerStatus StatusOf(Worker worker) => new(
        worker.Name,
        worker.Address.ToString(),
        worker.Process.Exit.IsCompleted ? 0 : worker.Process.Id,
        WorkerFigures.NameOf(worker.State),
        worker.InFlight,
        worker.Answers,
        _clock.GetElapsedTime(worker.StartTimestamp).TotalSeconds,
        worker.ResidentBytes,
        worker.Generation);
}
