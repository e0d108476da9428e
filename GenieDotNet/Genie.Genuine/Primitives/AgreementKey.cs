namespace Genie.Genuine.Primitives;

/// <summary>An X25519 key pair, kept in the form in which its provider computes fastest. Safe for concurrent callers.</summary>
public abstract class AgreementKey : IDisposable
{
    private readonly byte[] _publicKey;
    private volatile bool _disposed;

    /// <summary>Keeps the public key.</summary>
    /// <param name="publicKey">32 bytes.</param>
    protected AgreementKey(byte[] publicKey) => _publicKey = publicKey;

    /// <summary>The public key: the u-coordinate, 32 bytes, little-endian.</summary>
    public ReadOnlySpan<byte> PublicKey => _publicKey;

    /// <summary>
    /// X25519 with another's public key (RFC 7748, section 6.1). False, with <paramref name="shared"/> zeroed, if the other
    /// key is not canonical or contributes nothing: then the result would not depend on this private key.
    /// </summary>
    /// <param name="peerPublicKey">32 bytes.</param>
    /// <param name="shared">Receives 32 bytes.</param>
    public bool TryAgree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        var agreed = PointGuard.IsUsableX25519Key(peerPublicKey) && Agree(peerPublicKey, shared) && PointGuard.IsContributory(shared);
        if (!agreed || _disposed) shared.Clear();
        ObjectDisposedException.ThrowIf(_disposed, this);
        return agreed;
    }

    /// <summary>Writes the private key, 32 bytes. The caller zeroes it after use.</summary>
    public void ExportPrivateKey(Span<byte> privateKey)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        Export(privateKey);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _disposed = true;
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>The bare function, for a public key that passed the guard. False if the provider refuses it.</summary>
    protected abstract bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared);

    /// <summary>Writes the private key of a key pair that is not disposed.</summary>
    protected abstract void Export(Span<byte> privateKey);

    /// <summary>Zeroes the private key.</summary>
    protected abstract void Dispose(bool disposing);
}
