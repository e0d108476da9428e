namespace Genie.Faults;

/// <summary>How a <see cref="PacketPath"/> begins.</summary>
public sealed record PacketPathOptions
{
    /// <summary>The network; it can be changed at any time. Default: adds nothing.</summary>
    public NetworkProfile Profile { get; init; } = NetworkProfile.Loopback;

    /// <summary>Everything that is drawn by lot follows from it, packet after packet in each direction.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>The largest packet, in bytes with its headers. Default 1,500, as on Ethernet.</summary>
    public int MaxPacketBytes { get; init; } = 1500;

    /// <summary>The clock of latency and bandwidth. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
