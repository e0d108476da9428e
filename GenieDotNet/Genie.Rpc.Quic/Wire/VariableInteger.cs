using System.Buffers.Binary;

namespace Genie.Rpc.Quic;

/// <summary>The variable-length integers of QUIC (RFC 9000, section 16): the first two bits say whether it takes 1, 2, 4 or 8 bytes.</summary>
internal static class VariableInteger
{
    /// <summary>The bytes of an integer that is written by <see cref="WriteFour"/>.</summary>
    public const int FourBytes = 4;

    /// <summary>The largest that four bytes hold.</summary>
    public const int MaxOfFour = (1 << 30) - 1;

    /// <summary>The bytes that <see cref="Write"/> needs.</summary>
    public static int BytesOf(long value) => value < 1 << 6 ? 1 : value < 1 << 14 ? 2 : value < 1 << 30 ? 4 : 8;

    /// <summary>Writes in the shortest form; returns the bytes written.</summary>
    public static int Write(Span<byte> destination, long value)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(value, 1L << 62);
        var count = BytesOf(value);
        switch (count)
        {
            case 1: destination[0] = (byte)value; break;
            case 2: BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)(value | 0x4000)); break;
            case 4: WriteFour(destination, (int)value); break;
            default: BinaryPrimitives.WriteUInt64BigEndian(destination, (ulong)value | 0xC000_0000_0000_0000); break;
        }

        return count;
    }

    /// <summary>Writes in four bytes whatever the value, so that a length can be filled in afterwards.</summary>
    public static void WriteFour(Span<byte> destination, int value) => BinaryPrimitives.WriteUInt32BigEndian(destination, (uint)value | 0x8000_0000);

    /// <summary>Reads one; false if the bytes end before it does.</summary>
    public static bool TryRead(ReadOnlySpan<byte> source, out long value, out int count)
    {
        value = 0;
        count = source.IsEmpty ? 0 : 1 << (source[0] >> 6);
        if (count == 0 || source.Length < count) return false;
        value = count switch
        {
            1 => source[0] & 0x3F,
            2 => BinaryPrimitives.ReadUInt16BigEndian(source) & 0x3FFF,
            4 => BinaryPrimitives.ReadUInt32BigEndian(source) & 0x3FFF_FFFF,
            _ => (long)(BinaryPrimitives.ReadUInt64BigEndian(source) & 0x3FFF_FFFF_FFFF_FFFF),
        };
        return true;
    }
}
