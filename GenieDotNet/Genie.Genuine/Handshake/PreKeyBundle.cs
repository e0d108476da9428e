using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Handshake;

/// <summary>What others need to write first (X3DH, section 3.2): identity, signed prekey, and a one-time prekey; all of it under one signature, so that whoever passes it on can neither change nor leave out a part. Public; only its identity must be authentic.</summary>
public sealed class PreKeyBundle
{
    /// <summary>Bytes of an encoded bundle.</summary>
    public const int EncodedSize = SignedSize + Sizes.Signature;

    private const byte Version = 0x42;
    private const int SignedSize = 1 + Sizes.Key + sizeof(long) + (2 * (sizeof(uint) + Sizes.Key));
    private readonly byte[] _encoded;

    private PreKeyBundle(byte[] encoded, PublicIdentity identity)
    {
        (_encoded, Identity) = (encoded, identity);
        var reader = new StateReader(encoded.AsSpan(1 + Sizes.Key, SignedSize - 1 - Sizes.Key));
        Expires = reader.ReadTime();
        SignedPreKeyId = reader.ReadUInt32();
        reader.Read(Sizes.Key);
        OneTimePreKeyId = reader.ReadUInt32();
    }

    /// <summary>Whose bundle it is.</summary>
    public PublicIdentity Identity { get; }

    /// <summary>From then on its owner may refuse what was begun with it.</summary>
    public DateTimeOffset Expires { get; }

    /// <summary>Its owner's number for the signed prekey.</summary>
    public uint SignedPreKeyId { get; }

    /// <summary>X25519, 32 bytes.</summary>
    public ReadOnlySpan<byte> SignedPreKey => _encoded.AsSpan(1 + Sizes.Key + sizeof(long) + sizeof(uint), Sizes.Key);

    /// <summary>Its owner's number for the one-time prekey; 0 for none.</summary>
    public uint OneTimePreKeyId { get; }

    /// <summary>X25519, 32 bytes, or empty.</summary>
    public ReadOnlySpan<byte> OneTimePreKey => OneTimePreKeyId == 0 ? default : _encoded.AsSpan(SignedSize - Sizes.Key, Sizes.Key);

    private static ReadOnlySpan<byte> Domain => "Genie.Genuine bundle 2"u8;

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <exception cref="KeyRefusedException">Not a bundle, its signature is not its identity's, or a key is no honest one.</exception>
    public static PreKeyBundle Decode(ReadOnlySpan<byte> encoded)
    {
        if (encoded.Length != EncodedSize || encoded[0] != Version) throw new KeyRefusedException();
        var identity = new PublicIdentity(encoded.Slice(1, Sizes.Key));
        if (!identity.Verify(Signed(encoded), encoded[SignedSize..])) throw new KeyRefusedException();
        try
        {
            var bundle = new PreKeyBundle(encoded.ToArray(), identity);
            return bundle.HasHonestKeys ? bundle : throw new KeyRefusedException();
        }
        catch (StateRefusedException)
        {
            throw new KeyRefusedException();
        }
    }

    /// <summary>The bundle as bytes, to be published.</summary>
    public byte[] Encode() => [.. _encoded];

    /// <summary>Puts one together and signs it.</summary>
    /// <param name="identity">Whose bundle it is.</param>
    /// <param name="signedPreKeyId">Its owner's number for the signed prekey.</param>
    /// <param name="signedPreKey">X25519, 32 bytes.</param>
    /// <param name="expires">See there.</param>
    /// <param name="oneTimePreKeyId">Its owner's number for the one-time prekey; 0 for none.</param>
    /// <param name="oneTimePreKey">X25519, 32 bytes; empty for none.</param>
    internal static PreKeyBundle Create(
        IdentityKeyPair identity, uint signedPreKeyId, ReadOnlySpan<byte> signedPreKey, DateTimeOffset expires, uint oneTimePreKeyId, ReadOnlySpan<byte> oneTimePreKey)
    {
        using var writer = new StateWriter();
        writer.Write(Version);
        writer.Write(identity.Public.Key);
        writer.Write(expires.ToUnixTimeMilliseconds());
        writer.Write(signedPreKeyId);
        writer.Write(signedPreKey);
        writer.Write(oneTimePreKeyId);
        writer.Write(oneTimePreKeyId == 0 ? new byte[Sizes.Key] : oneTimePreKey);
        writer.Write(identity.Sign(Signed(writer.Written)));
        return new PreKeyBundle(writer.Written.ToArray(), identity.Public);
    }

    private static byte[] Signed(ReadOnlySpan<byte> encoded) => [.. Domain, .. encoded[..SignedSize]];

    private bool HasHonestKeys => PointGuard.IsUsableX25519Key(SignedPreKey)
        && (OneTimePreKeyId == 0 ? !_encoded.AsSpan(SignedSize - Sizes.Key, Sizes.Key).ContainsAnyExcept((byte)0) : PointGuard.IsUsableX25519Key(OneTimePreKey));
}
