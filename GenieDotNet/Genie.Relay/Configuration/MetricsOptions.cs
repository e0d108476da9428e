namespace Genie.Relay.Configuration;

/// <summary>Metrics for Prometheus: the relay's, and the workers' added up.</summary>
public sealed record MetricsOptions
{
    /// <summary>Whether they are served. Default yes.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Their port, on all addresses; 0 takes a free one. Default 9394.</summary>
    public int Port { get; init; } = 9394;

    /// <summary>Their path. Default <c>/metrics</c>.</summary>
    public string Path { get; init; } = "/metrics";

    /// <summary>How often the workers' are read. Default 5 s.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(5);
}
