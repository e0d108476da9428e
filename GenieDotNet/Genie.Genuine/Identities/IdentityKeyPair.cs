using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Identities;

/// <summary>
/// The secret half of an identity: a seed of 32 bytes, from which both the Ed25519 signing key and the X25519 private key
/// come (RFC 8032, section 5.1.5: the lower half of the seed's SHA-512). Safe for concurrent callers.
/// </summary>
public sealed class IdentityKeyPair : IDisposable
{
    private readonly byte[] _seed;
    private readonly AgreementKey _agreement;
    private volatile bool _disposed;

    /// <summary>From a seed that <see cref="ExportSeed"/> gave.</summary>
    /// <param name="seed">32 secret bytes.</param>
    /// <param name="provider">Who computes; the fastest by default.</param>
    public IdentityKeyPair(ReadOnlySpan<byte> seed, ICryptoProvider? provider = null)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(seed.Length, Sizes.Key, nameof(seed));
        _seed = seed.ToArray();
        Span<byte> expanded = stackalloc byte[SHA512.HashSizeInBytes];
        SHA512.HashData(seed, expanded);
        _agreement = (provider ?? CryptoProviders.Best).ImportKey(expanded[..Sizes.Key]);
        CryptographicOperations.ZeroMemory(expanded);
        Public = new PublicIdentity(Ed25519Signatures.PublicKeyOf(_seed));
    }

    /// <summary>What others may know.</summary>
    public PublicIdentity Public { get; }

    internal AgreementKey Agreement
    {
        get
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            return _agreement;
        }
    }

    /// <summary>A new identity.</summary>
    public static IdentityKeyPair Generate()
    {
        Span<byte> seed = stackalloc byte[Sizes.Key];
        RandomNumberGenerator.Fill(seed);
        var pair = new IdentityKeyPair(seed);
        CryptographicOperations.ZeroMemory(seed);
        return pair;
    }

    /// <summary>The seed, to be stored under lock and key. The caller zeroes it after use.</summary>
    public byte[] ExportSeed()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        return [.. _seed];
    }

    /// <summary>Zeroes the keys; whoever uses them afterwards gets an <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose()
    {
        _disposed = true;
        CryptographicOperations.ZeroMemory(_seed);
        _agreement.Dispose();
    }

    internal byte[] Sign(byte[] message)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        var signature = Ed25519Signatures.Sign(_seed, message);

        // Disposed meanwhile, it may have signed with zeros.
        ObjectDisposedException.ThrowIf(_disposed, this);
        return signature;
    }
}
