using System.Security.Cryptography;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Protocol;

/// <summary>
/// The further datagrams of the handshake that encrypts, described in docs/datagrams.md. Until the cookie has come back the server does nothing
/// but compare it.
/// </summary>
internal static class SecureHandshakeFormat
{
    /// <summary>What a sealed step has before its ciphertext, which is authenticated with it.</summary>
    public const int StepHeaderBytes = 1 + sizeof(ulong);

    public const int MaxFragments = 16;

    public const int OfferHashBytes = 8;

    private const int ProofHeaderBytes = StepHeaderBytes + 2;
    private const int FragmentBytes = PacketFormat.BaseDatagramBytes - ProofHeaderBytes;

    /// <summary>The connect that offers encryption. What follows the cookie is the offer.</summary>
    public static void WriteConnect(ref WireWriter writer, ulong nonce, scoped ReadOnlySpan<byte> cookie, scoped ReadOnlySpan<byte> offer)
    {
        writer.Write(PacketFormat.SecureConnect);
        HandshakeFormat.WriteVersion(ref writer);
        writer.Write(nonce);
        writer.Write(cookie);
        writer.Write((ushort)offer.Length);
        writer.Write(offer);
        writer.Next(writer.Room).Clear();
    }

    public static bool TryReadConnect(ReadOnlySpan<byte> datagram, out ulong nonce, out ReadOnlySpan<byte> cookie, out ReadOnlySpan<byte> offer)
    {
        var reader = new WireReader(datagram[1..]);
        var isOurs = HandshakeFormat.TryReadVersion(ref reader, out var version) && version == PacketFormat.Version;
        nonce = reader.ReadUInt64();
        cookie = reader.Read(HandshakeCookie.Bytes);
        offer = reader.Read(reader.ReadUInt16());
        return isOurs && !reader.IsInvalid && datagram.Length >= PacketFormat.BaseDatagramBytes;
    }

    /// <summary>What the client offers: version and nonce, which make it an offer of this handshake alone, ciphers, group and public key.</summary>
    public static byte[] MakeOffer(ulong nonce, IReadOnlyList<DatagramCipher> ciphers, ushort group, ReadOnlySpan<byte> publicKey)
    {
        var offer = new byte[1 + sizeof(ulong) + 1 + ciphers.Count + sizeof(ushort) + 1 + publicKey.Length];
        var writer = new WireWriter(offer);
        writer.Write(PacketFormat.Version);
        writer.Write(nonce);
        writer.Write((byte)ciphers.Count);
        foreach (var cipher in ciphers) writer.Write((byte)cipher);
        writer.Write(group);
        writer.Write((byte)publicKey.Length);
        writer.Write(publicKey);
        return offer;
    }

    public static bool TryReadOffer(ReadOnlySpan<byte> offer, ulong nonce, out ReadOnlySpan<byte> ciphers, out ushort group, out ReadOnlySpan<byte> publicKey)
    {
        var reader = new WireReader(offer);
        var isOurs = reader.ReadByte() == PacketFormat.Version && reader.ReadUInt64() == nonce;
        ciphers = reader.Read(reader.ReadByte());
        group = reader.ReadUInt16();
        publicKey = reader.Read(reader.ReadByte());
        return isOurs && !reader.IsInvalid && reader.Left == 0;
    }

    /// <summary>What a refusal repeats of the offer that it refuses: SHA-256 of it, cut to <see cref="OfferHashBytes"/>.</summary>
    public static void HashOffer(ReadOnlySpan<byte> offer, Span<byte> hash)
    {
        Span<byte> whole = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(offer, whole);
        whole[..OfferHashBytes].CopyTo(hash);
    }

    /// <summary>The server's choice: cipher and public key.</summary>
    public static byte[] MakeChoice(DatagramCipher cipher, ReadOnlySpan<byte> publicKey) => [(byte)cipher, (byte)publicKey.Length, .. publicKey];

    /// <summary>Reads the choice off the front of a proof; the rest is sealed.</summary>
    public static bool TryReadChoice(ReadOnlySpan<byte> proof, out DatagramCipher cipher, out ReadOnlySpan<byte> publicKey, out int bytes)
    {
        var reader = new WireReader(proof);
        cipher = (DatagramCipher)reader.ReadByte();
        publicKey = reader.Read(reader.ReadByte());
        bytes = proof.Length - reader.Left;
        return !reader.IsInvalid && reader.Left >= PacketCipher.TagBytes;
    }

    /// <summary>The proof in datagrams that every path carries.</summary>
    public static byte[][] MakeFragments(ulong nonce, ReadOnlySpan<byte> proof)
    {
        var fragments = new byte[(proof.Length + FragmentBytes - 1) / FragmentBytes][];
        for (var i = 0; i < fragments.Length; i++)
        {
            var part = proof[(i * FragmentBytes)..Math.Min(proof.Length, (i + 1) * FragmentBytes)];
            fragments[i] = new byte[ProofHeaderBytes + part.Length];
            var writer = new WireWriter(fragments[i]);
            WriteStepHeader(ref writer, PacketFormat.Proof, nonce);
            writer.Write((byte)i);
            writer.Write((byte)fragments.Length);
            writer.Write(part);
        }

        return fragments;
    }

    public static bool TryReadFragment(ReadOnlySpan<byte> datagram, out ulong nonce, out int index, out int count, out ReadOnlySpan<byte> part)
    {
        var reader = new WireReader(datagram[1..]);
        nonce = reader.ReadUInt64();
        index = reader.ReadByte();
        count = reader.ReadByte();
        part = reader.Read(reader.Left);
        return !reader.IsInvalid && count <= MaxFragments && index < count && part.Length <= FragmentBytes;
    }

    public static void WriteStepHeader(ref WireWriter writer, byte step, ulong nonce)
    {
        writer.Write(step);
        writer.Write(nonce);
    }

    /// <summary>The nonce of a step whose rest is sealed.</summary>
    public static bool TryReadStep(ReadOnlySpan<byte> datagram, out ulong nonce)
    {
        var reader = new WireReader(datagram[1..]);
        nonce = reader.ReadUInt64();
        return reader.Left >= PacketCipher.TagBytes;
    }
}
