using Genie.Genuine.Primitives;

namespace Genie.Datagrams.Genuine;

/// <summary>X25519 (RFC 7748, section 6.1) of Genie.Genuine's fastest provider on this machine. Keys that are not canonical, or to which the secret would not be owed, are refused.</summary>
public sealed class X25519KeyExchange : IKeyExchange
{
    private X25519KeyExchange()
    {
    }

    /// <summary>The only one; it has no settings.</summary>
    public static X25519KeyExchange Instance { get; } = new();

    /// <inheritdoc/>
    public ushort Group => 29;

    /// <inheritdoc/>
    public IKeyShare CreateShare() => new Share(CryptoProviders.Best.GenerateKey());

    private sealed class Share(AgreementKey key) : IKeyShare
    {
        private readonly byte[] _publicKey = key.PublicKey.ToArray();

        public ReadOnlyMemory<byte> PublicKey => _publicKey;

        public bool TryAgree(ReadOnlySpan<byte> remotePublicKey, Span<byte> secret) => remotePublicKey.Length == _publicKey.Length && key.TryAgree(remotePublicKey, secret);

        public void Dispose() => key.Dispose();
    }
}
