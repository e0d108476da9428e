using System.Numerics;
using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// 64 bits over bytes, quick enough to check a whole index at every start: four CRC-32C, one for every fourth word, so that
/// the processor computes four at a time, folded in pairs. It finds torn and damaged files; it is no signature.
/// </summary>
internal static class Checksum
{
    /// <summary>The checksum of the bytes.</summary>
    public static ulong Of(ReadOnlySpan<byte> bytes)
    {
        uint a = 1, b = 2, c = 3, d = 4;
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        var i = 0;
        for (; i + 4 <= words.Length; i += 4)
        {
            a = BitOperations.Crc32C(a, words[i]);
            b = BitOperations.Crc32C(b, words[i + 1]);
            c = BitOperations.Crc32C(c, words[i + 2]);
            d = BitOperations.Crc32C(d, words[i + 3]);
        }

        for (; i < words.Length; i++) a = BitOperations.Crc32C(a, words[i]);
        foreach (var rest in bytes[(words.Length * sizeof(ulong))..]) b = BitOperations.Crc32C(b, rest);
        var low = BitOperations.Crc32C(a, ((ulong)c << 32) | d);
        return ((ulong)low << 32) | BitOperations.Crc32C(b, ((ulong)d << 32) | c);
    }
}
