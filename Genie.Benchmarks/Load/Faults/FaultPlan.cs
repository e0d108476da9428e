using Genie.Servers;

namespace Genie.Benchmarks.Load.Faults;

/// <summary>What is sent to processes that share a database, and how long things may take while faults happen to them.</summary>
internal abstract record FaultPlan
{
    /// <summary>A server that may be killed: it has the members and the events.</summary>
    public required OwnServer Postgres { get; init; }

    /// <summary>What follows from it: the order of faults, and whom they meet.</summary>
    public required int Seed { get; init; }

    /// <summary>How many faults.</summary>
    public int Rounds { get; init; }

    /// <summary>Senders, each with one request under way.</summary>
    public int Senders { get; init; }

    /// <summary>How long a sender waits between an answer and its next request. Default none: the machine is as busy as they can make it.</summary>
    public TimeSpan Pause { get; init; }

    /// <summary>Answers that each sender must have had before a fault, and again after it. Default 20: enough for grains of each process.</summary>
    public int AnswersBetween { get; init; } = 20;

    /// <summary>A process that leaves three probes unanswered for this long is taken for dead. Default 1 s.</summary>
    public TimeSpan ProbeTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How often processes write down that they live, and read who does. Default 1 s, so that a new one does not wait for dead ones, and a dead one knows it.</summary>
    public TimeSpan TableInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A call is made again when it has had no answer for this long. Default 5 s.</summary>
    public TimeSpan ResponseTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long the cluster may take until all senders are answered again, and until all that follows from it is stored. Default 3 minutes.</summary>
    public TimeSpan RecoveryTimeout { get; init; } = TimeSpan.FromMinutes(3);
}
