using Genie.Servers;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>How many servers and clients there are, and what happens to them.</summary>
internal sealed record ZoneFaultPlan
{
    /// <summary>It has owners and entities, and is left alone.</summary>
    public required OwnServer Postgres { get; init; }

    /// <summary>What follows from it: the order of faults, whom they meet, and where clients walk.</summary>
    public required int Seed { get; init; }

    /// <summary>Faults, one after the other. Default 10.</summary>
    public int Rounds { get; init; } = 10;

    /// <summary>Servers, each a process. Default 3.</summary>
    public int Servers { get; init; } = 3;

    /// <summary>Clients, each with an entity and a socket of its own. Default 24.</summary>
    public int Clients { get; init; } = 24;

    /// <summary>The faults to choose from; each comes once before one comes again.</summary>
    public IReadOnlyList<ZoneFault> Faults { get; init; } = Enum.GetValues<ZoneFault>();

    /// <summary>How long everybody may take to be served again. Default 2 minutes.</summary>
    public TimeSpan RecoveryTimeout { get; init; } = TimeSpan.FromMinutes(2);
}
