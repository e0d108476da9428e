namespace Genie.Datagrams.Packets.Tests.Samples;

/// <summary>What a game sends most: where a player is and where it looks.</summary>
[Packet(1)]
public readonly partial record struct PlayerMoved(
    [PacketMember(Min = 0, Max = 1023)] int Player,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float X,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float Y,
    [PacketMember(Min = -64, Max = 64, Precision = 0.01)] float Z,
    [PacketMember(Min = -180, Max = 180, Precision = 0.5)] double Yaw,
    bool IsRunning,
    Stance Stance);

/// <summary>Values without gaps.</summary>
public enum Stance
{
    Standing,
    Crouching,
    Lying,
}
