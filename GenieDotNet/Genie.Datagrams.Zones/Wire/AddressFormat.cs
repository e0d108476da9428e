using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>An address: 128 bits, scope and port.</summary>
internal sealed class AddressFormat : IPacketMemberSerializer<DatagramAddress>
{
    public static int MaxBits => 128 + 32 + 16;

    public static bool TryWrite(ref BitWriter writer, DatagramAddress value) =>
        writer.WriteBits((ulong)(value.Address >> 64), 64) && writer.WriteBits((ulong)value.Address, 64) && writer.WriteBits(value.ScopeId, 32) && writer.WriteBits(value.Port, 16);

    public static bool TryRead(ref BitReader reader, out DatagramAddress value)
    {
        var address = new UInt128(reader.ReadBits(64), reader.ReadBits(64));
        value = new DatagramAddress(address, (uint)reader.ReadBits(32), (ushort)reader.ReadBits(16));
        return !reader.HasFailed;
    }
}
