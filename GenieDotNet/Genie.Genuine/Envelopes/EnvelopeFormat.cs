using System.Buffers.Binary;
using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Envelopes;

/// <summary>
/// An envelope: format byte, fingerprint of the recipient (for look-up), ephemeral key; then, encrypted, sender, id, time,
/// signature and content; the tag. The sender is seen by the recipient alone.
/// </summary>
internal static class EnvelopeFormat
{
    /// <summary>The first byte: version 1.</summary>
    public const byte Version = 0x31;

    /// <summary>Bytes in the clear.</summary>
    public const int PrefixSize = 1 + sizeof(ulong) + Sizes.Key;

    /// <summary>Bytes of an id.</summary>
    public const int IdSize = 16;

    /// <summary>Encrypted bytes before the content.</summary>
    public const int InnerSize = Sizes.Key + IdSize + sizeof(long) + Sizes.Signature;

    /// <summary>What an envelope is longer than its content.</summary>
    public const int Overhead = PrefixSize + InnerSize + Sizes.Tag;

    private static readonly byte[] ZeroNonce = new byte[Sizes.Nonce];

    /// <summary>Every envelope has a key of its own, from an ephemeral key that is never stored, so the nonce need not vary.</summary>
    public static ReadOnlySpan<byte> OneUseNonce => ZeroNonce;

    private static ReadOnlySpan<byte> SignatureDomain => "Genie.Genuine envelope signature 1"u8;

    private static ReadOnlySpan<byte> KeyDomain => "Genie.Genuine envelope key 1"u8;

    /// <summary>The recipient's fingerprint.</summary>
    public static ulong Fingerprint(ReadOnlySpan<byte> envelope) => BinaryPrimitives.ReadUInt64BigEndian(envelope[1..]);

    /// <summary>The ephemeral key.</summary>
    public static ReadOnlySpan<byte> EphemeralKey(ReadOnlySpan<byte> envelope) => envelope.Slice(1 + sizeof(ulong), Sizes.Key);

    /// <summary>
    /// Everything, for the signature: a domain, the bytes in the clear, the recipient's and the sender's identity, id, time,
    /// content. Every part but the last has a fixed length, so no two envelopes have the same transcript.
    /// </summary>
    public static byte[] Transcript(ReadOnlySpan<byte> prefix, PublicIdentity recipient, ReadOnlySpan<byte> senderIdAndTime, ReadOnlySpan<byte> content) =>
        [.. SignatureDomain, .. prefix, .. recipient.Key, .. senderIdAndTime, .. content];

    /// <summary>The key: HKDF-SHA-256 of the agreement, bound to all that is in the clear and to the recipient. The caller zeroes it after use.</summary>
    /// <returns>False, and no key, if the other side's key is refused.</returns>
    public static bool TryDeriveKey(
        ICryptoProvider provider, AgreementKey own, ReadOnlySpan<byte> peerKey, ReadOnlySpan<byte> prefix, PublicIdentity recipient, Span<byte> key)
    {
        Span<byte> shared = stackalloc byte[Sizes.Key];
        if (!own.TryAgree(peerKey, shared)) return false;
        provider.DeriveKey(shared, prefix, (byte[])[.. KeyDomain, .. recipient.Key], key);
        CryptographicOperations.ZeroMemory(shared);
        return true;
    }
}
