using Org.BouncyCastle.Math.EC.Rfc7748;
using Org.BouncyCastle.Math.EC.Rfc8032;

namespace Genie.Genuine.Primitives;

/// <summary>
/// Ed25519 (RFC 8032, section 5.1) by BouncyCastle, behind checks of every point and scalar that no honest party makes.
/// </summary>
internal static class Ed25519Signatures
{
    /// <summary>The public key of a seed of 32 bytes.</summary>
    public static byte[] PublicKeyOf(byte[] seed)
    {
        var publicKey = new byte[Sizes.Key];
        Ed25519.GeneratePublicKey(seed, 0, publicKey, 0);
        return publicKey;
    }

    /// <summary>Signs the message itself, not a hash of it.</summary>
    public static byte[] Sign(byte[] seed, byte[] message)
    {
        var signature = new byte[Sizes.Signature];
        Ed25519.Sign(seed, 0, message, 0, message.Length, signature, 0);
        return signature;
    }

    /// <summary>True for a signature with a canonical scalar, by a key and a commitment that are canonical and not of low order.</summary>
    public static bool Verify(ReadOnlySpan<byte> publicKey, byte[] message, ReadOnlySpan<byte> signature) =>
        signature.Length == Sizes.Signature
        && PointGuard.IsCanonicalScalar(signature[Sizes.Key..])
        && PointGuard.IsCanonicalEd25519Point(signature[..Sizes.Key])
        && PointGuard.IsCanonicalEd25519Point(publicKey)
        && Ed25519.Verify(signature.ToArray(), 0, publicKey.ToArray(), 0, message, 0, message.Length);

    /// <summary>True for the canonical encoding of a point of the prime-order group other than its neutral element.</summary>
    public static bool IsValidPublicKey(ReadOnlySpan<byte> publicKey) =>
        PointGuard.IsCanonicalEd25519Point(publicKey) && Ed25519.ValidatePublicKeyFull(publicKey.ToArray(), 0);

    /// <summary>The X25519 public key of the same key pair: u = (1 + y) / (1 - y) (RFC 7748, section 4.1), for a valid key.</summary>
    public static byte[] ToX25519(ReadOnlySpan<byte> publicKey)
    {
        var bytes = publicKey.ToArray();
        bytes[^1] &= 0x7f;
        int[] y = X25519Field.Create(), one = X25519Field.Create(), numerator = X25519Field.Create(), denominator = X25519Field.Create();
        X25519Field.Decode255(bytes, y);
        X25519Field.One(one);
        X25519Field.Add(one, y, numerator);
        X25519Field.Sub(one, y, denominator);
        X25519Field.Carry(numerator);
        X25519Field.Carry(denominator);
        X25519Field.Inv(denominator, denominator);
        X25519Field.Mul(numerator, denominator, numerator);
        X25519Field.Normalize(numerator);
        X25519Field.Encode(numerator, bytes, 0);
        return bytes;
    }
}
