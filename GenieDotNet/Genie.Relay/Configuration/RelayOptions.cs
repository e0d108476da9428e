namespace Genie.Relay.Configuration;

/// <summary>All settings of a relay; the names in YAML and in the environment stand in docs/relay.md.</summary>
public sealed record RelayOptions
{
    /// <summary>What is logged, and how.</summary>
    public LogOptions Log { get; init; } = new();

    /// <summary>Where clients connect, and how long calls may take.</summary>
    public ServerOptions Server { get; init; } = new();

    /// <summary>The processes behind the relay.</summary>
    public WorkerOptions Workers { get; init; } = new();

    /// <summary>Calls that wait for a worker.</summary>
    public QueueOptions Queue { get; init; } = new();

    /// <summary>How workers are asked whether they serve.</summary>
    public HealthCheckOptions HealthCheck { get; init; } = new();

    /// <summary>When a worker that answers badly gets no calls for a while.</summary>
    public EjectionOptions Ejection { get; init; } = new();

    /// <summary>The probes of an orchestrator, and the status page.</summary>
    public ProbeOptions Probes { get; init; } = new();

    /// <summary>Metrics for Prometheus.</summary>
    public MetricsOptions Metrics { get; init; } = new();

    /// <summary>
    /// The clock of all waits: between health checks, before restarts, in the queue, of calls' deadlines, of drains. Default: the system's.
    /// <see cref="ServerOptions.ProxyTimeout"/> alone goes by the system's always.
    /// </summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
