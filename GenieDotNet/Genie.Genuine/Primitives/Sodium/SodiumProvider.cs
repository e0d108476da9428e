using System.Security.Cryptography;
using NSec.Cryptography;

namespace Genie.Genuine.Primitives.Sodium;

/// <summary>libsodium's X25519, through NSec; everything else is the framework's.</summary>
internal sealed class SodiumProvider : ICryptoProvider
{
    private static readonly KeyAgreementAlgorithm X25519 = KeyAgreementAlgorithm.X25519;

    private readonly ManagedProvider _framework = new();

    private SodiumProvider()
    {
    }

    /// <inheritdoc/>
    public string Name => "libsodium";

    /// <summary>The provider, or null where there is no libsodium for the machine.</summary>
    public static SodiumProvider? TryLoad()
    {
        try
        {
            Key.Create(X25519).Dispose();
            return new SodiumProvider();
        }
        catch (Exception error) when (error is DllNotFoundException or EntryPointNotFoundException or BadImageFormatException or TypeInitializationException or PlatformNotSupportedException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public AgreementKey GenerateKey() => new SodiumAgreementKey(Key.Create(X25519, new KeyCreationParameters { ExportPolicy = KeyExportPolicies.AllowPlaintextExport }));

    /// <inheritdoc/>
    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(privateKey.Length, Sizes.Key);
        return new SodiumAgreementKey(Key.Import(X25519, privateKey, KeyBlobFormat.RawPrivateKey, new KeyCreationParameters { ExportPolicy = KeyExportPolicies.AllowPlaintextExport }));
    }

    /// <inheritdoc/>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) => _framework.StepChain(chainKey, nextChainKey, messageKey);

    /// <inheritdoc/>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) => _framework.DeriveKey(inputKey, salt, info, output);

    /// <inheritdoc/>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag) =>
        _framework.Seal(key, nonce, plaintext, associatedData, ciphertextAndTag);

    /// <inheritdoc/>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext) =>
        _framework.TryOpen(key, nonce, ciphertextAndTag, associatedData, plaintext);

    /// <summary>libsodium zeroes the private key when it frees it.</summary>
    private sealed class SodiumAgreementKey(Key key) : AgreementKey(key.PublicKey.Export(KeyBlobFormat.RawPublicKey))
    {
        protected override void Export(Span<byte> privateKey)
        {
            if (!key.TryExport(KeyBlobFormat.RawPrivateKey, privateKey[..Sizes.Key], out _)) throw new CryptographicException();
        }

        protected override bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
        {
            if (!NSec.Cryptography.PublicKey.TryImport(X25519, peerPublicKey, KeyBlobFormat.RawPublicKey, out var peer)) return false;
            using var secret = X25519.Agree(key, peer!, new SharedSecretCreationParameters { ExportPolicy = KeyExportPolicies.AllowPlaintextExport });
            return secret is not null && secret.TryExport(SharedSecretBlobFormat.RawSharedSecret, shared[..Sizes.Key], out _);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) key.Dispose();
        }
    }
}
