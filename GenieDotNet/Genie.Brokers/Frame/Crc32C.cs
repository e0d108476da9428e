using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Genie.Brokers.Frame;

/// <summary>
/// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78; RFC 3720, appendix B.4). Uses the processor's instruction where
/// there is one, a table otherwise.
/// </summary>
public static class Crc32C
{
    private const uint Initial = 0xFFFF_FFFF;

    /// <summary>The checksum of <paramref name="bytes"/>.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes) => ~Update(Initial, bytes);

    /// <summary>The checksum of bytes in several segments.</summary>
    public static uint Compute(in ReadOnlySequence<byte> bytes)
    {
        var state = Initial;
        foreach (var segment in bytes) state = Update(state, segment.Span);
        return ~state;
    }

    private static uint Update(uint state, ReadOnlySpan<byte> bytes)
    {
        // Eight bytes an instruction; the words are read little-endian, as the reflected form wants them.
        foreach (var word in MemoryMarshal.Cast<byte, ulong>(bytes))
            state = BitOperations.Crc32C(state, BitConverter.IsLittleEndian ? word : System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(word));
        foreach (var value in bytes[(bytes.Length & ~7)..]) state = BitOperations.Crc32C(state, value);
        return state;
    }
}
