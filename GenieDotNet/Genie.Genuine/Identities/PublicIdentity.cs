using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Identities;

/// <summary>
/// Who somebody is: an Ed25519 public key, which also stands for the X25519 key of the same pair, as X3DH wants a single
/// identity key (section 2.1). Compare it with its owner by another way before you trust it.
/// </summary>
public sealed class PublicIdentity : IEquatable<PublicIdentity>
{
    private readonly byte[] _key;
    private readonly byte[] _agreementKey;

    /// <summary>Reads a key of 32 bytes.</summary>
    /// <exception cref="KeyRefusedException">Not the canonical encoding of a point of the prime-order group.</exception>
    public PublicIdentity(ReadOnlySpan<byte> key)
    {
        if (!Ed25519Signatures.IsValidPublicKey(key)) throw new KeyRefusedException();
        _key = key.ToArray();
        _agreementKey = Ed25519Signatures.ToX25519(_key);
        Fingerprint = KeyFingerprint.Of(_key);
    }

    /// <summary>The Ed25519 key, 32 bytes (RFC 8032, section 5.1.2).</summary>
    public ReadOnlySpan<byte> Key => _key;

    /// <summary>CityHash64 of the key, to find it in a table. Anybody can make another key with the same fingerprint: never trust it.</summary>
    public ulong Fingerprint { get; }

    internal ReadOnlySpan<byte> AgreementKey => _agreementKey;

    /// <summary>True if this identity signed the message.</summary>
    internal bool Verify(byte[] message, ReadOnlySpan<byte> signature) => Ed25519Signatures.Verify(_key, message, signature);

    /// <inheritdoc/>
    public bool Equals(PublicIdentity? other) => other is not null && CryptographicOperations.FixedTimeEquals(_key, other._key);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as PublicIdentity);

    /// <inheritdoc/>
    public override int GetHashCode() => Fingerprint.GetHashCode();

    /// <summary>The key in hexadecimal, to be compared by people.</summary>
    public override string ToString() => Convert.ToHexString(_key);
}
