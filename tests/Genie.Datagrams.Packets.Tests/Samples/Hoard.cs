namespace Genie.Datagrams.Packets.Tests.Samples;

/// <summary>Arrays of arrays with the largest bounds there are.</summary>
[Packet(65)]
public sealed partial record Hoard([PacketMember(MaxCount = ushort.MaxValue)] Chest[] Chests, [PacketMember(MaxCount = ushort.MaxValue, MaxBytes = ushort.MaxValue)] List<string?> Labels);

/// <summary>Within a hoard.</summary>
[Packet]
public sealed partial record Chest([PacketMember(MaxCount = ushort.MaxValue)] List<Coin?> Coins, bool IsOpen);

/// <summary>Within a chest: an object of one bit.</summary>
[Packet]
public sealed partial record Coin(bool IsGold);
