using Genie.Benchmarks.Load.Faults;

namespace Genie.Benchmarks.Load.Genius;

/// <summary>What is sent, to which servers, and what happens to them meanwhile. Each sender is a key.</summary>
internal sealed record GeniusFaultPlan : FaultPlan
{
    /// <summary>Six rounds, twelve senders.</summary>
    public GeniusFaultPlan() => (Rounds, Senders) = (6, 12);

    /// <summary>The faults to choose from; each comes once before one comes again.</summary>
    public IReadOnlyList<GeniusFault> Faults { get; init; } = Enum.GetValues<GeniusFault>();

    /// <summary>Servers. Default 3.</summary>
    public int Servers { get; init; } = 3;
}
