using System.Buffers.Binary;
using System.Numerics;

namespace Genie.Genuine.Identities;

/// <summary>CityHash64 (version 1.1) of exactly 32 bytes: a fast look-up value without any resistance to collisions.</summary>
internal static class KeyFingerprint
{
    private const ulong K1 = 0xb492b66fbe98f273;
    private const ulong K2 = 0x9ae16a3b2f90404f;
    private const ulong Multiplier = K2 + (2 * 32);

    /// <summary>The fingerprint of a key.</summary>
    public static ulong Of(ReadOnlySpan<byte> key)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(key.Length, 32);
        var a = BinaryPrimitives.ReadUInt64LittleEndian(key) * K1;
        var b = BinaryPrimitives.ReadUInt64LittleEndian(key[8..]);
        var c = BinaryPrimitives.ReadUInt64LittleEndian(key[24..]) * Multiplier;
        var d = BinaryPrimitives.ReadUInt64LittleEndian(key[16..]) * K2;
        return Mix(
            BitOperations.RotateRight(a + b, 43) + BitOperations.RotateRight(c, 30) + d,
            a + BitOperations.RotateRight(b + K2, 18) + c);
    }

    private static ulong Mix(ulong low, ulong high)
    {
        var a = (low ^ high) * Multiplier;
        a ^= a >> 47;
        var b = (high ^ a) * Multiplier;
        b ^= b >> 47;
        return b * Multiplier;
    }
}
