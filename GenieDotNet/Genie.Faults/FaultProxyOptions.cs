using System.Net;

namespace Genie.Faults;

/// <summary>How a proxy begins.</summary>
public sealed record FaultProxyOptions
{
    /// <summary>Where clients find it. Default: a free port on 127.0.0.1.</summary>
    public IPEndPoint Listen { get; init; } = new(IPAddress.Loopback, 0);

    /// <summary>The network; it can be changed at any time. Default: adds nothing.</summary>
    public NetworkProfile Profile { get; init; } = NetworkProfile.Loopback;

    /// <summary>Everything that is drawn by lot follows from it, for each connection in the order in which they come.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>The clock of latency and bandwidth. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>The random numbers of one direction of one connection.</summary>
    internal Random RandomOf(int connection, FaultDirections direction) => new(unchecked((Seed * 486187739) + (connection * 16777619) + (int)direction));
}
