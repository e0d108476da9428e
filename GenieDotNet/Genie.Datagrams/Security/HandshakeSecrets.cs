using System.Security.Cryptography;

namespace Genie.Datagrams.Security;

/// <summary>
/// What both sides of a handshake derive their keys from: the secret agreed on, and the transcript, a chain of hashes over every step. A key
/// belongs to all that was said before it (RFC 8446, section 7.1, in the order of SIGMA).
/// </summary>
internal sealed class HandshakeSecrets : IDisposable
{
    public const string Proof = "s proof";
    public const string Finish = "c finish";
    public const string Answer = "s answer";

    private const string ClientTraffic = "c traffic";
    private const string ServerTraffic = "s traffic";
    private const int SignaturePadding = 64;

    private readonly byte[] _secret = new byte[KeySchedule.SecretBytes];
    private readonly byte[] _transcript;

    /// <summary>Begins with the secret of the key exchange, and what was said in the clear.</summary>
    public HandshakeSecrets(ReadOnlySpan<byte> agreed, DatagramCipher cipher, ReadOnlySpan<byte> offer, ReadOnlySpan<byte> choice)
    {
        Cipher = cipher;
        _transcript = SHA256.HashData("Genie.Datagrams handshake 1"u8);
        HKDF.Extract(HashAlgorithmName.SHA256, agreed, _transcript, _secret);
        Add(offer);
        Add(choice);
    }

    public DatagramCipher Cipher { get; }

    /// <summary>A further step of the handshake.</summary>
    public void Add(ReadOnlySpan<byte> step)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(_transcript);
        hash.AppendData(step);
        hash.GetHashAndReset(_transcript);
    }

    /// <summary>What the server signs now (compare RFC 8446, section 4.4.3).</summary>
    public byte[] SignedContent() => [.. Enumerable.Repeat((byte)' ', SignaturePadding), .. "Genie.Datagrams, server's proof"u8, 0, .. _transcript];

    /// <summary>The cipher of a step that belongs to what was said up to now; used for one text.</summary>
    public PacketCipher Begin(string step)
    {
        Span<byte> secret = stackalloc byte[KeySchedule.SecretBytes];
        KeySchedule.Expand(_secret, step, _transcript, secret);
        var cipher = new PacketCipher(Cipher, secret);
        CryptographicOperations.ZeroMemory(secret);
        return cipher;
    }

    /// <summary>Seals a step in place: header in the clear, text, room for the tag.</summary>
    public static void Seal(PacketCipher cipher, Span<byte> datagram, int headerBytes) =>
        cipher.Seal(0, datagram[..headerBytes], datagram[headerBytes..^PacketCipher.TagBytes], datagram[^PacketCipher.TagBytes..]);

    /// <summary>The text of a step that <see cref="Seal"/> has sealed, or null.</summary>
    public byte[]? TryOpen(string step, ReadOnlySpan<byte> datagram, int headerBytes)
    {
        using var cipher = Begin(step);
        var text = datagram[headerBytes..^PacketCipher.TagBytes].ToArray();
        return cipher.TryOpen(0, datagram[..headerBytes], text, datagram[^PacketCipher.TagBytes..]) ? text : null;
    }

    /// <summary>The protection of packets, after the last step.</summary>
    public PacketProtection Protect(bool isServer, long packetsPerKey)
    {
        Span<byte> client = stackalloc byte[KeySchedule.SecretBytes];
        Span<byte> server = stackalloc byte[KeySchedule.SecretBytes];
        KeySchedule.Expand(_secret, ClientTraffic, _transcript, client);
        KeySchedule.Expand(_secret, ServerTraffic, _transcript, server);
        var protection = isServer ? new PacketProtection(Cipher, server, client, packetsPerKey) : new PacketProtection(Cipher, client, server, packetsPerKey);
        CryptographicOperations.ZeroMemory(client);
        CryptographicOperations.ZeroMemory(server);
        return protection;
    }

    public void Dispose() => CryptographicOperations.ZeroMemory(_secret);
}
