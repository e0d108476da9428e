using System.Buffers.Binary;

namespace Genie.Testing;

/// <summary>Changes genuine bytes in the ways that break decoders: bits, numbers at their limits, cuts, insertions, repetitions, splices.</summary>
public static class Mutations
{
    private static readonly uint[] Limits = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 25_000, 2_001];

    /// <summary>One to four changes of one of the genuine inputs.</summary>
    /// <param name="genuine">At least one.</param>
    /// <param name="random">Where all chance comes from.</param>
    /// <param name="pieces">What the format is made of, to be put in anywhere; or none.</param>
    public static byte[] Of(IReadOnlyList<byte[]> genuine, Random random, IReadOnlyList<byte[]>? pieces = null)
    {
        var bytes = (byte[])genuine[random.Next(genuine.Count)].Clone();
        for (var times = random.Next(1, 5); times > 0; times--) bytes = Once(bytes, genuine, random, pieces ?? []);
        return bytes;
    }

    private static byte[] Once(byte[] bytes, IReadOnlyList<byte[]> genuine, Random random, IReadOnlyList<byte[]> pieces)
    {
        if (bytes.Length == 0) return [(byte)random.Next(256)];
        var at = random.Next(bytes.Length);
        if (pieces.Count > 0 && random.Next(2) == 0) return WithPiece(bytes, at, pieces[random.Next(pieces.Count)], random);
        switch (random.Next(10))
        {
            case 0:
                return bytes[..at];
            case 1:
                var inserted = new byte[random.Next(1, 40)];
                random.NextBytes(inserted);
                return [.. bytes.AsSpan(0, at), .. inserted, .. bytes.AsSpan(at)];
            case 2 when bytes.Length >= 4:
                WriteLimit(bytes.AsSpan(Math.Min(at, bytes.Length - 4)), random);
                return bytes;
            case 3:
                var other = genuine[random.Next(genuine.Count)];
                return [.. bytes.AsSpan(0, at), .. other.AsSpan(Math.Min(at, other.Length))];
            case 4:
                bytes.AsSpan(at, random.Next(bytes.Length - at + 1)).Fill((byte)(random.Next(2) * 255));
                return bytes;
            case 5:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            case 6:
                return [.. bytes.AsSpan(0, at), .. bytes.AsSpan(Math.Min(bytes.Length, at + random.Next(1, 20)))];
            case 7:
                var repeated = bytes.AsSpan(at, Math.Min(random.Next(1, 60), bytes.Length - at)).ToArray();
                return [.. bytes.AsSpan(0, at), .. repeated, .. bytes.AsSpan(at)];
            default:
                bytes[at] ^= (byte)(1 << random.Next(8));
                return bytes;
        }
    }

    private static void WriteLimit(Span<byte> destination, Random random)
    {
        var limit = Limits[random.Next(Limits.Length)];
        if (random.Next(2) == 0) BinaryPrimitives.WriteUInt32BigEndian(destination, limit);
        else BinaryPrimitives.WriteUInt32LittleEndian(destination, limit);
    }

    private static byte[] WithPiece(byte[] bytes, int at, byte[] piece, Random random) =>
        [.. bytes.AsSpan(0, at), .. piece, .. bytes.AsSpan(random.Next(2) == 0 ? at : Math.Min(bytes.Length, at + piece.Length))];
}
