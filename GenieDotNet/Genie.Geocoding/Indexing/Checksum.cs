using System.Numerics;
using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// 64 bits over bytes, quick enough to check a whole index at every start: four CRC-32C, one for every fourth word, so that
/// the processor computes four at a time, folded in pairs. It finds torn and damaged files; it is no signature.
/// </summary>
internal sealed class Checksum
{
    /// <summary>All pieces but the last have a multiple of these.</summary>
    public const int PieceBytes = 4 * sizeof(ulong);

    private uint _a = 1, _b = 2, _c = 3, _d = 4;

    /// <summary>The checksum of what was added.</summary>
    public ulong Value
    {
        get
        {
            var low = BitOperations.Crc32C(_a, ((ulong)_c << 32) | _d);
            return ((ulong)low << 32) | BitOperations.Crc32C(_b, ((ulong)_d << 32) | _c);
        }
    }

    /// <summary>The checksum of the bytes.</summary>
    public static ulong Of(ReadOnlySpan<byte> bytes)
    {
        var checksum = new Checksum();
        checksum.Add(bytes);
        return checksum.Value;
    }

    /// <summary>Adds bytes; see <see cref="PieceBytes"/>.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        var (a, b, c, d) = (_a, _b, _c, _d);
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
        (_a, _b, _c, _d) = (a, b, c, d);
    }
}
