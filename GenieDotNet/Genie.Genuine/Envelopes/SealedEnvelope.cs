using System.Buffers.Binary;
using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Envelopes;

/// <summary>
/// A message to somebody with whom there is no session: ephemeral X25519, HKDF-SHA-256, AES-256-GCM, and the sender's Ed25519
/// signature over a transcript of everything. It has no forward secrecy against the loss of the recipient's identity key.
/// </summary>
public static class SealedEnvelope
{
    /// <summary>What an envelope is longer than its content, in bytes.</summary>
    public const int Overhead = EnvelopeFormat.Overhead;

    /// <summary>Seals a message.</summary>
    /// <param name="sender">Who signs.</param>
    /// <param name="recipient">Who alone can open it.</param>
    /// <param name="content">The message.</param>
    /// <param name="clock">The clock whose time goes with it; the system's by default.</param>
    public static byte[] Seal(IdentityKeyPair sender, PublicIdentity recipient, ReadOnlySpan<byte> content, TimeProvider? clock = null)
    {
        var provider = CryptoProviders.Best;
        using var ephemeral = provider.GenerateKey();
        var envelope = new byte[checked(content.Length + Overhead)];
        var prefix = envelope.AsSpan(0, EnvelopeFormat.PrefixSize);
        prefix[0] = EnvelopeFormat.Version;
        BinaryPrimitives.WriteUInt64BigEndian(prefix[1..], recipient.Fingerprint);
        ephemeral.PublicKey.CopyTo(prefix[(1 + sizeof(ulong))..]);
        var inner = new byte[EnvelopeFormat.InnerSize + content.Length];
        sender.Public.Key.CopyTo(inner);
        RandomNumberGenerator.Fill(inner.AsSpan(Sizes.Key, EnvelopeFormat.IdSize));
        BinaryPrimitives.WriteInt64BigEndian(inner.AsSpan(Sizes.Key + EnvelopeFormat.IdSize), (clock ?? TimeProvider.System).GetUtcNow().UtcTicks);
        content.CopyTo(inner.AsSpan(EnvelopeFormat.InnerSize));
        var signed = inner.AsSpan(0, EnvelopeFormat.InnerSize - Sizes.Signature);
        sender.Sign(EnvelopeFormat.Transcript(prefix, recipient, signed, content)).CopyTo(inner, signed.Length);
        Encrypt(provider, ephemeral, recipient, prefix, inner, envelope);
        CryptographicOperations.ZeroMemory(inner);
        return envelope;
    }

    /// <summary>The fingerprint of the recipient that an envelope names, to find out whose it may be; null if it is none. Not to be trusted.</summary>
    public static ulong? RecipientFingerprint(ReadOnlySpan<byte> envelope) =>
        envelope.Length >= Overhead && envelope[0] == EnvelopeFormat.Version ? EnvelopeFormat.Fingerprint(envelope) : null;

    private static void Encrypt(ICryptoProvider provider, AgreementKey ephemeral, PublicIdentity recipient, ReadOnlySpan<byte> prefix, byte[] inner, byte[] envelope)
    {
        Span<byte> key = stackalloc byte[Sizes.Key];
        if (!EnvelopeFormat.TryDeriveKey(provider, ephemeral, recipient.AgreementKey, prefix, recipient, key)) throw new KeyRefusedException();
        provider.Seal(key, EnvelopeFormat.OneUseNonce, inner, prefix, envelope.AsSpan(prefix.Length));
        CryptographicOperations.ZeroMemory(key);
    }
}
