namespace Genie.Datagrams;

/// <summary>An ephemeral key pair. Disposing it destroys the private key.</summary>
public interface IKeyShare : IDisposable
{
    /// <summary>What the other side is sent, at most 255 bytes.</summary>
    ReadOnlyMemory<byte> PublicKey { get; }

    /// <summary>The secret that both sides have in common.</summary>
    /// <param name="remotePublicKey">What the other side has sent; anything, of any length.</param>
    /// <param name="secret">Receives 32 bytes.</param>
    /// <returns>False if that is no public key of the group, or one that the secret would not depend on.</returns>
    bool TryAgree(ReadOnlySpan<byte> remotePublicKey, Span<byte> secret);
}
