using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>Bytes with their number before them.</summary>
internal static class BytesFormat
{
    public static int MaxBitsOf(int maxBytes) => (sizeof(int) + maxBytes) * 8;

    public static bool TryWrite(ref BitWriter writer, ReadOnlyMemory<byte> value, int maxBytes) => writer.WriteCount(value.Length, maxBytes) && writer.WriteBytes(value.Span);

    public static bool TryRead(ref BitReader reader, int maxBytes, out ReadOnlyMemory<byte> value)
    {
        // The count is checked against the bits that are left, before anything is allocated.
        var bytes = new byte[reader.ReadCount(maxBytes, minBits: 8)];
        var isRead = !reader.HasFailed && reader.ReadBytes(bytes);
        value = bytes;
        return isRead;
    }
}

/// <summary>A message.</summary>
internal sealed class MessageFormat : IPacketMemberSerializer<ReadOnlyMemory<byte>>
{
    public static int MaxBits => BytesFormat.MaxBitsOf(ZoneLimits.MaxMessageBytes);

    public static bool TryWrite(ref BitWriter writer, ReadOnlyMemory<byte> value) => BytesFormat.TryWrite(ref writer, value, ZoneLimits.MaxMessageBytes);

    public static bool TryRead(ref BitReader reader, out ReadOnlyMemory<byte> value) => BytesFormat.TryRead(ref reader, ZoneLimits.MaxMessageBytes, out value);
}

/// <summary>An entity's state.</summary>
internal sealed class StateFormat : IPacketMemberSerializer<ReadOnlyMemory<byte>>
{
    public static int MaxBits => BytesFormat.MaxBitsOf(ZoneLimits.MaxStateBytes);

    public static bool TryWrite(ref BitWriter writer, ReadOnlyMemory<byte> value) => BytesFormat.TryWrite(ref writer, value, ZoneLimits.MaxStateBytes);

    public static bool TryRead(ref BitReader reader, out ReadOnlyMemory<byte> value) => BytesFormat.TryRead(ref reader, ZoneLimits.MaxStateBytes, out value);
}
