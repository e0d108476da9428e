using Genie.Benchmarks.Load.Faults;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>What is sent, to which silos, and what happens to them meanwhile.</summary>
internal sealed record SiloFaultPlan : FaultPlan
{
    /// <summary>Eight rounds, sixteen senders.</summary>
    public SiloFaultPlan() => (Rounds, Senders) = (8, 16);

    /// <summary>The faults to choose from; each comes once before one comes again.</summary>
    public IReadOnlyList<SiloFault> Faults { get; init; } = Enum.GetValues<SiloFault>();

    /// <summary>Silos. Default 4.</summary>
    public int Silos { get; init; } = 4;

    /// <summary>How often the client looks for silos that have come. Default 1 s.</summary>
    public TimeSpan GatewayRefresh { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long PostgreSQL stays away. Default 1 s.</summary>
    public TimeSpan DownTime { get; init; } = TimeSpan.FromSeconds(1);
}
