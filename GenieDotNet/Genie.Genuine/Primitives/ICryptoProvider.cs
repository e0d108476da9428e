namespace Genie.Genuine.Primitives;

/// <summary>
/// The primitives whose speed depends on the machine: X25519, the steps of the key chains and AES-256-GCM. All
/// providers give the same bytes; <see cref="CryptoProviders.Best"/> chooses. Safe for concurrent callers.
/// </summary>
public interface ICryptoProvider
{
    /// <summary>What computes, for reports: <c>BouncyCastle</c>, <c>libcrypto</c> or <c>libsodium</c>.</summary>
    string Name { get; }

    /// <summary>A new X25519 key pair from the operating system's randomness (RFC 7748, section 6.1).</summary>
    AgreementKey GenerateKey();

    /// <summary>The key pair of a private key of 32 bytes; clamping is part of its use (RFC 7748, section 5).</summary>
    AgreementKey ImportKey(ReadOnlySpan<byte> privateKey);

    /// <summary>
    /// One step of a sending or receiving chain, KDF_CK of the Double Ratchet (section 5.2): HMAC-SHA-256 of 0x01 under the
    /// chain key is the message key, of 0x02 the next chain key. <paramref name="nextChainKey"/> may be the same memory as
    /// <paramref name="chainKey"/>.
    /// </summary>
    void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey);

    /// <summary>HKDF with SHA-256 (RFC 5869), both stages.</summary>
    void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output);

    /// <summary>Bytes of the operating system's randomness, for nonces.</summary>
    void FillRandom(Span<byte> destination) => BufferedRandomness.Fill(destination);

    /// <summary>AES-256-GCM with a nonce of 12 bytes. Writes the ciphertext, then the tag of 16 bytes.</summary>
    void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag);

    /// <summary>Opens what <see cref="Seal"/> wrote. False, with <paramref name="plaintext"/> zeroed, if anything differs.</summary>
    bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext);
}
