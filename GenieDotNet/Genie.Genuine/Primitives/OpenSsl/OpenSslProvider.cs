using System.Security.Cryptography;

namespace Genie.Genuine.Primitives.OpenSsl;

/// <summary>
/// The libcrypto (OpenSSL 3) that .NET on Linux computes with, called without what the framework puts between: X25519,
/// which the framework lacks, and chain steps and AES-GCM with kept contexts.
/// </summary>
internal sealed class OpenSslProvider : ICryptoProvider
{
    private const ulong Version3 = 0x30000000;

    private OpenSslProvider()
    {
    }

    /// <inheritdoc/>
    public string Name => "libcrypto";

    /// <summary>The provider, or null where libcrypto is missing or older.</summary>
    public static OpenSslProvider? TryLoad()
    {
        if (!OperatingSystem.IsLinux()) return null;
        try
        {
            return LibCrypto.OpenSSL_version_num() >= Version3 ? new OpenSslProvider() : null;
        }
        catch (Exception error) when (error is DllNotFoundException or EntryPointNotFoundException or BadImageFormatException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public AgreementKey GenerateKey() => new OpenSslAgreementKey(OpenSslContexts.OfThisThread.GenerateKey());

    /// <inheritdoc/>
    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey) => OpenSslAgreementKey.Import(privateKey);

    /// <summary>A new key pair of another provider: libcrypto takes its public key as given.</summary>
    public AgreementKey TakeOver(ICryptoProvider other)
    {
        using var made = other.GenerateKey();
        Span<byte> privateKey = stackalloc byte[Sizes.Key];
        made.ExportPrivateKey(privateKey);
        var key = OpenSslAgreementKey.Import(OpenSslContexts.OfThisThread, privateKey, made.PublicKey);
        CryptographicOperations.ZeroMemory(privateKey);
        return key;
    }

    /// <inheritdoc/>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) =>
        OpenSslContexts.OfThisThread.StepChain(chainKey, nextChainKey, messageKey);

    /// <inheritdoc/>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) =>
        OpenSslContexts.OfThisThread.DeriveKey(inputKey, salt, info, output);

    /// <inheritdoc/>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag) =>
        OpenSslContexts.OfThisThread.Seal(key, nonce, plaintext, associatedData, ciphertextAndTag);

    /// <inheritdoc/>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext) =>
        OpenSslContexts.OfThisThread.TryOpen(key, nonce, ciphertextAndTag, associatedData, plaintext);
}
