using System.Security.Cryptography;

namespace Genie.Genuine.Primitives;

/// <summary>
/// Refuses public keys and signatures that no honest party makes, before a library computes with them: some versions of
/// libraries loop, and none promises a contributory result.
/// </summary>
internal static class PointGuard
{
    /// <summary>2^255 - 19, little-endian.</summary>
    private static ReadOnlySpan<byte> FieldPrime =>
    [
        0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
    ];

    /// <summary>L, the order of the prime-order group (RFC 8032, section 5.1), little-endian.</summary>
    private static ReadOnlySpan<byte> GroupOrder =>
    [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];

    /// <summary>The canonical u-coordinates of low order, on the curve and on its twist, with p - 1 as the last.</summary>
    private static readonly byte[][] LowOrderU =
    [
        Convert.FromHexString("0000000000000000000000000000000000000000000000000000000000000000"),
        Convert.FromHexString("0100000000000000000000000000000000000000000000000000000000000000"),
        Convert.FromHexString("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
        Convert.FromHexString("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
        Convert.FromHexString("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    ];

    /// <summary>The canonical y-coordinates of the points whose order divides 8; the sign of x makes no difference.</summary>
    private static readonly byte[][] LowOrderY =
    [
        Convert.FromHexString("0000000000000000000000000000000000000000000000000000000000000000"),
        Convert.FromHexString("0100000000000000000000000000000000000000000000000000000000000000"),
        Convert.FromHexString("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        Convert.FromHexString("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        Convert.FromHexString("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    ];

    /// <summary>True for a canonical u-coordinate (below p, highest bit clear) that is not of low order.</summary>
    public static bool IsUsableX25519Key(ReadOnlySpan<byte> key) => key.Length == Sizes.Key && IsBelow(key, FieldPrime) && !IsOneOf(LowOrderU, key);

    /// <summary>True unless all bytes are zero (RFC 7748, section 6.1). Takes the same time for both.</summary>
    public static bool IsContributory(ReadOnlySpan<byte> shared)
    {
        Span<byte> zeros = stackalloc byte[Sizes.Key];
        zeros.Clear();
        return !CryptographicOperations.FixedTimeEquals(shared, zeros);
    }

    /// <summary>True for a canonical encoding whose point is not of low order. Whether it lies on the curve is for the library to say.</summary>
    public static bool IsCanonicalEd25519Point(ReadOnlySpan<byte> point)
    {
        if (point.Length != Sizes.Key) return false;
        Span<byte> y = stackalloc byte[Sizes.Key];
        point.CopyTo(y);
        y[^1] &= 0x7f;
        return IsBelow(y, FieldPrime) && !IsOneOf(LowOrderY, y);
    }

    /// <summary>True for a scalar below L (RFC 8032, section 5.1.7, step 1): anything else makes signatures malleable.</summary>
    public static bool IsCanonicalScalar(ReadOnlySpan<byte> scalar) => scalar.Length == Sizes.Key && IsBelow(scalar, GroupOrder);

    /// <summary>Public values only: it stops at the first difference.</summary>
    private static bool IsBelow(ReadOnlySpan<byte> number, ReadOnlySpan<byte> bound)
    {
        for (var i = number.Length - 1; i >= 0; i--)
        {
            if (number[i] != bound[i]) return number[i] < bound[i];
        }

        return false;
    }

    private static bool IsOneOf(byte[][] values, ReadOnlySpan<byte> value)
    {
        foreach (var candidate in values)
        {
            if (value.SequenceEqual(candidate)) return true;
        }

        return false;
    }
}
