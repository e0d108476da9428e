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
    private static readonly KeyParameter NoKey = new(new byte[Sizes.Key]);

    [ThreadStatic]
    private static ChainMac? _chainMac;

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
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey) =>
        (_chainMac ??= new ChainMac()).Step(chainKey, nextChainKey, messageKey);

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
        public override void ExportPrivateKey(Span<byte> destination) => privateKey.CopyTo(destination);

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

    /// <summary>Kept for each thread; its key is overwritten after every step.</summary>
    private sealed class ChainMac
    {
        private readonly HMac _mac = new(new Sha256Digest());
        private readonly byte[] _buffer = new byte[Sizes.Key];

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
