using System.Security.Cryptography;
using Org.BouncyCastle.Math.EC.Rfc7748;

namespace Genie.Genuine.Primitives;

/// <summary>The provider for every machine: BouncyCastle's X25519, the framework's HMAC, HKDF and AES-GCM.</summary>
/// <remarks>BouncyCastle's HMAC takes about as long, once its key is overwritten after use as the framework's is, and it allocates.</remarks>
public sealed class ManagedProvider : ICryptoProvider
{
    private static ReadOnlySpan<byte> MessageInput => [1];

    private static ReadOnlySpan<byte> ChainInput => [2];

    /// <inheritdoc/>
    public string Name => "BouncyCastle";

    /// <inheritdoc/>
    public AgreementKey GenerateKey()
    {
        var privateKey = new byte[Sizes.Key];
        RandomNumberGenerator.Fill(privateKey);
        return new ManagedAgreementKey(privateKey);
    }

    /// <inheritdoc/>
    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(privateKey.Length, Sizes.Key);
        return new ManagedAgreementKey(privateKey.ToArray());
    }

    /// <inheritdoc/>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey)
    {
        Span<byte> next = stackalloc byte[Sizes.Key];
        HMACSHA256.HashData(chainKey, MessageInput, messageKey);
        HMACSHA256.HashData(chainKey, ChainInput, next);
        next.CopyTo(nextChainKey);
        CryptographicOperations.ZeroMemory(next);
    }

    /// <inheritdoc/>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) =>
        HKDF.DeriveKey(HashAlgorithmName.SHA256, inputKey, output, salt, info);

    /// <inheritdoc/>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag)
    {
        using var cipher = new AesGcm(key, Sizes.Tag);
        cipher.Encrypt(nonce, plaintext, ciphertextAndTag[..plaintext.Length], ciphertextAndTag.Slice(plaintext.Length, Sizes.Tag), associatedData);
    }

    /// <inheritdoc/>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (ciphertextAndTag.Length < Sizes.Tag) return false;
        using var cipher = new AesGcm(key, Sizes.Tag);
        try
        {
            cipher.Decrypt(nonce, ciphertextAndTag[..^Sizes.Tag], ciphertextAndTag[^Sizes.Tag..], plaintext[..(ciphertextAndTag.Length - Sizes.Tag)], associatedData);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    private sealed class ManagedAgreementKey(byte[] privateKey) : AgreementKey(PublicKeyOf(privateKey))
    {
        protected override void Export(Span<byte> destination) => privateKey.CopyTo(destination);

        protected override bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
        {
            var result = new byte[Sizes.Key];
            var agreed = X25519.CalculateAgreement(privateKey, 0, peerPublicKey.ToArray(), 0, result, 0);
            result.CopyTo(shared);
            CryptographicOperations.ZeroMemory(result);
            return agreed;
        }

        protected override void Dispose(bool disposing) => CryptographicOperations.ZeroMemory(privateKey);

        private static byte[] PublicKeyOf(byte[] privateKey)
        {
            var publicKey = new byte[Sizes.Key];
            X25519.GeneratePublicKey(privateKey, 0, publicKey, 0);
            return publicKey;
        }
    }
}
