using Genie.Benchmarks.Load.Games.Transports;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Load.Games;

/// <summary>Who plays what, over what.</summary>
internal sealed record GamePlan
{
    /// <summary>What is sent.</summary>
    public required GameWorkload Workload { get; init; }

    /// <summary>Clients at once, in rooms of <see cref="GameWorkload.RoomMembersMax"/>.</summary>
    public required int Clients { get; init; }

    /// <summary>How long they send.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>When events happen follows from it, and what a simulated network does.</summary>
    public int Seed { get; init; }

    /// <summary>A simulated network, or null for sockets over loopback.</summary>
    public NetworkConditions? Network { get; init; }

    /// <summary>Of sockets: what carries the messages.</summary>
    public GameTransport Transport { get; init; }

    /// <summary>True to encrypt.</summary>
    public bool Encrypted { get; init; }

    /// <summary>From when on a state is late.</summary>
    public TimeSpan LateAfter => Workload.LateAfter + (2 * (Network?.Latency ?? TimeSpan.Zero));
}
