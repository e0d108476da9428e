namespace Genie.Relay.Configuration;

/// <summary>The probes of an orchestrator, and the status page.</summary>
public sealed record ProbeOptions
{
    /// <summary>Whether there are any. Default yes.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Their port, on all addresses; 0 takes a free one. Default 5555.</summary>
    public int Port { get; init; } = 5555;

    /// <summary>The liveness probe says no when no worker has served for this long. Default 60 s.</summary>
    public TimeSpan LivenessGrace { get; init; } = TimeSpan.FromSeconds(60);
}
