using System.Buffers.Binary;

namespace Genie.Genuine.Tests;

/// <summary>Changes genuine bytes in the ways that break decoders: bits, counts at their limits, cuts, insertions, splices.</summary>
internal static class Mutations
{
    private static readonly uint[] Limits = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 25_000, 2_001];

    public static byte[] Of(byte[][] genuine, Random random)
    {
        var bytes = (byte[])genuine[random.Next(genuine.Length)].Clone();
        for (var times = random.Next(1, 5); times > 0; times--) bytes = Once(bytes, genuine, random);
        return bytes;
    }

    private static byte[] Once(byte[] bytes, byte[][] genuine, Random random)
    {
        if (bytes.Length == 0) return [(byte)random.Next(256)];
        var at = random.Next(bytes.Length);
        switch (random.Next(8))
        {
            case 0:
                return bytes[..at];
            case 1:
                var inserted = new byte[random.Next(1, 40)];
                random.NextBytes(inserted);
                return [.. bytes.AsSpan(0, at), .. inserted, .. bytes.AsSpan(at)];
            case 2 when bytes.Length >= 4:
                BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(Math.Min(at, bytes.Length - 4)), Limits[random.Next(Limits.Length)]);
                return bytes;
            case 3:
                var other = genuine[random.Next(genuine.Length)];
                return [.. bytes.AsSpan(0, at), .. other.AsSpan(Math.Min(at, other.Length))];
            case 4:
                bytes.AsSpan(at, random.Next(bytes.Length - at + 1)).Fill((byte)(random.Next(2) * 255));
                return bytes;
            case 5:
                bytes[at] = (byte)random.Next(256);
                return bytes;
            default:
                bytes[at] ^= (byte)(1 << random.Next(8));
                return bytes;
        }
    }
}
