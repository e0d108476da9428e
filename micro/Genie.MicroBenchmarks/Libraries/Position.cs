using Genie.Datagrams.Packets;
using MemoryPack;

namespace Genie.MicroBenchmarks.Libraries;

/// <summary>What a game sends of each player 60 times a second, to a centimetre and half a degree.</summary>
[Packet(1)]
[MemoryPackable]
public readonly partial record struct Position(
    [PacketMember(Min = 0, Max = 1023)] ushort Player,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float X,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float Y,
    [PacketMember(Min = -64, Max = 64, Precision = 0.01)] float Z,
    [PacketMember(Min = -180, Max = 180, Precision = 0.5)] float Yaw,
    bool IsRunning,
    Stance Stance);

/// <summary>How somebody stands.</summary>
public enum Stance : byte
{
    Standing,
    Crouching,
    Lying,
}
