using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Handshake;

/// <summary>What others need to write first (X3DH, section 3.2): identity, signed prekey with its signature, and a one-time prekey. Public; only its identity must be authentic.</summary>
public sealed class PreKeyBundle
{
    /// <summary>Bytes of an encoded bundle.</summary>
    public const int EncodedSize = 1 + Sizes.Key + sizeof(uint) + Sizes.Key + Sizes.Signature + sizeof(uint) + Sizes.Key;

    private const byte Version = 0x41;
    private readonly byte[] _signedPreKey;
    private readonly byte[] _signature;
    private readonly byte[] _oneTimePreKey;

    /// <summary>Puts one together; the signature must be the identity's.</summary>
    /// <param name="identity">Whose bundle it is.</param>
    /// <param name="signedPreKeyId">Its owner's number for the signed prekey.</param>
    /// <param name="signedPreKey">X25519, 32 bytes.</param>
    /// <param name="signature">Ed25519 over the byte 5 and the signed prekey, 64 bytes.</param>
    /// <param name="oneTimePreKeyId">Its owner's number for the one-time prekey; 0 for none.</param>
    /// <param name="oneTimePreKey">X25519, 32 bytes; empty for none.</param>
    /// <exception cref="KeyRefusedException">The signature is not the identity's, or a key is no honest one.</exception>
    public PreKeyBundle(
        PublicIdentity identity, uint signedPreKeyId, ReadOnlySpan<byte> signedPreKey, ReadOnlySpan<byte> signature, uint oneTimePreKeyId, ReadOnlySpan<byte> oneTimePreKey)
    {
        Identity = identity;
        (SignedPreKeyId, _signedPreKey, _signature) = (signedPreKeyId, signedPreKey.ToArray(), signature.ToArray());
        (OneTimePreKeyId, _oneTimePreKey) = (oneTimePreKeyId, oneTimePreKey.ToArray());
        var isOneTimeKeyUsable = oneTimePreKeyId == 0 ? oneTimePreKey.IsEmpty : PointGuard.IsUsableX25519Key(oneTimePreKey);
        if (!isOneTimeKeyUsable || !PointGuard.IsUsableX25519Key(signedPreKey) || !identity.Verify(X3dh.SignedContent(signedPreKey), signature)) throw new KeyRefusedException();
    }

    /// <summary>Whose bundle it is.</summary>
    public PublicIdentity Identity { get; }

    /// <summary>Its owner's number for the signed prekey.</summary>
    public uint SignedPreKeyId { get; }

    /// <summary>X25519, 32 bytes.</summary>
    public ReadOnlySpan<byte> SignedPreKey => _signedPreKey;

    /// <summary>Its owner's number for the one-time prekey; 0 for none.</summary>
    public uint OneTimePreKeyId { get; }

    /// <summary>X25519, 32 bytes, or empty.</summary>
    public ReadOnlySpan<byte> OneTimePreKey => _oneTimePreKey;

    /// <summary>Reads what <see cref="Encode"/> wrote.</summary>
    /// <exception cref="KeyRefusedException">Not a bundle, or its signature is not its identity's.</exception>
    public static PreKeyBundle Decode(ReadOnlySpan<byte> encoded)
    {
        if (encoded.Length != EncodedSize || encoded[0] != Version) throw new KeyRefusedException();
        var reader = new StateReader(encoded[1..]);
        var identity = new PublicIdentity(reader.Read(Sizes.Key));
        var signedId = reader.ReadUInt32();
        var signedKey = reader.Read(Sizes.Key);
        var signature = reader.Read(Sizes.Signature);
        var oneTimeId = reader.ReadUInt32();
        var oneTimeKey = reader.Read(Sizes.Key);
        if (oneTimeId == 0 && oneTimeKey.ContainsAnyExcept((byte)0)) throw new KeyRefusedException();
        return new PreKeyBundle(identity, signedId, signedKey, signature, oneTimeId, oneTimeId == 0 ? default : oneTimeKey);
    }

    /// <summary>The bundle as bytes, to be published.</summary>
    public byte[] Encode()
    {
        using var writer = new StateWriter();
        writer.Write(Version);
        writer.Write(Identity.Key);
        writer.Write(SignedPreKeyId);
        writer.Write(_signedPreKey);
        writer.Write(_signature);
        writer.Write(OneTimePreKeyId);
        writer.Write(OneTimePreKeyId == 0 ? new byte[Sizes.Key] : _oneTimePreKey);
        return writer.Written.ToArray();
    }
}
