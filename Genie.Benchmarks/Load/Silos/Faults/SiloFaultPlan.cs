using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>What is sent, to which silos, and what happens to them meanwhile.</summary>
internal sealed record SiloFaultPlan
{
    /// <summary>A server that may be killed: it has the members and the events.</summary>
    public required OwnServer Postgres { get; init; }

    /// <summary>What follows from it: the order of faults, and whom they meet.</summary>
    public required int Seed { get; init; }

    /// <summary>The faults to choose from; each comes once before one comes again.</summary>
    public IReadOnlyList<SiloFault> Faults { get; init; } = Enum.GetValues<SiloFault>();

    /// <summary>How many faults.</summary>
    public int Rounds { get; init; } = 8;

    /// <summary>Silos. Default 4.</summary>
    public int Silos { get; init; } = 4;

    /// <summary>Senders, each with one request under way. Default 16.</summary>
    public int Senders { get; init; } = 16;

    /// <summary>Answers that each sender must have had before a fault, and again after it. Default 20: enough for parties of each silo.</summary>
    public int AnswersBetween { get; init; } = 20;

    /// <summary>A silo that leaves three probes unanswered for this long is taken for dead. Default 1 s.</summary>
    public TimeSpan ProbeTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often silos write down that they live, and read who does. Default 1 s, so that a new silo does not wait for dead ones, and a dead one knows it.</summary>
    public TimeSpan TableInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A call is made again when it has had no answer for this long. Default 5 s.</summary>
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How often the client looks for silos that have come. Default 1 s.</summary>
    public TimeSpan GatewayRefresh { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long PostgreSQL stays away. Default 1 s.</summary>
    public TimeSpan DownTime { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long the cluster may take until all senders are answered again. Default 3 minutes.</summary>
    public TimeSpan RecoveryTimeout { get; init; } = TimeSpan.FromMinutes(3);
}
