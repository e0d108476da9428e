using System.Security.Cryptography;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Math.EC.Rfc7748;

namespace Genie.Genuine.Primitives;

/// <summary>The provider for every machine: BouncyCastle's X25519 and HMAC, the framework's HKDF and AES-GCM.</summary>
/// <remarks>One Init of BouncyCastle's HMAC serves both HMACs of a chain step, and it costs less than the framework's two calls.</remarks>
public sealed class ManagedProvider : ICryptoProvider
{
    private static readonly KeyParameter NoKey = new(new byte[KeySizes.Key]);

    [ThreadStatic]
    private static ChainMac? _chainMac;

    /// <inheritdoc/>
    public string Name => "BouncyCastle";

    /// <inheritdoc/>
    public AgreementKey GenerateKey()
    {
        var privateKey = new byte[KeySizes.Key];
        RandomNumberGenerator.Fill(privateKey);
        return new ManagedAgreementKey(privateKey);
    }

    /// <inheritdoc/>
    public AgreementKey ImportKey(ReadOnlySpan<byte> privateKey)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(privateKey.Length, KeySizes.Key);
        return new ManagedAgreementKey(privateKey.ToArray());
    }

    /// <inheritdoc/>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) =>
        (_chainMac ??= new ChainMac()).Step(chainKey, nextChainKey, messageKey);

    /// <inheritdoc/>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output) =>
        HKDF.DeriveKey(HashAlgorithmName.SHA256, inputKey, output, salt, info);

    /// <inheritdoc/>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag)
    {
        using var cipher = new AesGcm(key, KeySizes.Tag);
        cipher.Encrypt(nonce, plaintext, ciphertextAndTag[..plaintext.Length], ciphertextAndTag.Slice(plaintext.Length, KeySizes.Tag), associatedData);
    }

    /// <inheritdoc/>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (ciphertextAndTag.Length < KeySizes.Tag) return false;
        using var cipher = new AesGcm(key, KeySizes.Tag);
        try
        {
            cipher.Decrypt(nonce, ciphertextAndTag[..^KeySizes.Tag], ciphertextAndTag[^KeySizes.Tag..], plaintext[..(ciphertextAndTag.Length - KeySizes.Tag)], associatedData);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    private sealed class ManagedAgreementKey(byte[] privateKey) : AgreementKey(PublicKeyOf(privateKey))
    {
        public override void ExportPrivateKey(Span<byte> destination) => privateKey.CopyTo(destination);

        protected override bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
        {
            var result = new byte[KeySizes.Key];
            var agreed = X25519.CalculateAgreement(privateKey, 0, peerPublicKey.ToArray(), 0, result, 0);
            result.CopyTo(shared);
            CryptographicOperations.ZeroMemory(result);
            return agreed;
        }

        protected override void Dispose(bool disposing) => CryptographicOperations.ZeroMemory(privateKey);

        private static byte[] PublicKeyOf(byte[] privateKey)
        {
            var publicKey = new byte[KeySizes.Key];
            X25519.GeneratePublicKey(privateKey, 0, publicKey, 0);
            return publicKey;
        }
    }

    /// <summary>Kept for each thread; its key is overwritten after every step.</summary>
    private sealed class ChainMac
    {
        private readonly HMac _mac = new(new Sha256Digest());
        private readonly byte[] _buffer = new byte[KeySizes.Key];

        public void Step(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey)
        {
            chainKey.CopyTo(_buffer);
            _mac.Init(new KeyParameter(_buffer));
            _mac.Update(1);
            _mac.DoFinal(_buffer, 0);
            _buffer.CopyTo(messageKey);
            _mac.Update(2);
            _mac.DoFinal(_buffer, 0);
            _buffer.CopyTo(nextChainKey);
            CryptographicOperations.ZeroMemory(_buffer);
            _mac.Init(NoKey);
        }
    }
}
