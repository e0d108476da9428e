using Genie.Servers;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>What is sent, to which servers, and what happens to them meanwhile.</summary>
internal sealed record GeniusFaultPlan
{
    /// <summary>It has the members and the events.</summary>
    public required OwnServer Postgres { get; init; }

    /// <summary>What follows from it: the order of faults, and whom they meet.</summary>
    public required int Seed { get; init; }

    /// <summary>The faults to choose from; each comes once before one comes again.</summary>
    public IReadOnlyList<GeniusFault> Faults { get; init; } = Enum.GetValues<GeniusFault>();

    /// <summary>How many faults.</summary>
    public int Rounds { get; init; } = 6;

    /// <summary>Servers. Default 3.</summary>
    public int Servers { get; init; } = 3;

    /// <summary>Senders, each a key with one event under way. Default 12.</summary>
    public int Senders { get; init; } = 12;

    /// <summary>Answers that each sender must have had before a fault, and again after it. Default 20.</summary>
    public int AnswersBetween { get; init; } = 20;

    /// <summary>A server that leaves three probes unanswered for this long is taken for dead. Default 1 s.</summary>
    public TimeSpan ProbeTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often servers write down that they live, and read who does. Default 1 s.</summary>
    public TimeSpan TableInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A call is made again when it has had no answer for this long. Default 5 s.</summary>
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long the cluster may take until all senders are answered again, and until all facts are derived. Default 3 minutes.</summary>
    public TimeSpan RecoveryTimeout { get; init; } = TimeSpan.FromMinutes(3);
}
