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

    /// <summary>What is between clients and server, or null for sockets on loopback and nothing else.</summary>
    public NetworkConditions? Network { get; init; }

    /// <summary>True for sockets on loopback with a proxy between them that does as <see cref="Network"/> says; false to simulate it.</summary>
    public bool IsProxied { get; init; }

    /// <summary>True for a simulated network.</summary>
    public bool IsSimulated => Network is not null && !IsProxied;

    /// <summary>Of sockets: what carries the messages.</summary>
    public GameTransport Transport { get; init; }

    /// <summary>True to encrypt.</summary>
    public bool Encrypted { get; init; }

    /// <summary>From when on a state is late.</summary>
    public TimeSpan LateAfter => Workload.LateAfter + (Network?.RoundTrip() ?? TimeSpan.Zero);
}
