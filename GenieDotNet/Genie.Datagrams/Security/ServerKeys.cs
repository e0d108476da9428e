using System.Security.Cryptography;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>The server's side of the handshake that encrypts, of a client whose address is confirmed.</summary>
internal sealed class ServerKeys : IDisposable
{
    private readonly HandshakeSecrets _secrets;
    private readonly long _packetsPerKey;
    private readonly byte[] _offer;
    private byte[]? _finish;

    private ServerKeys(HandshakeSecrets secrets, DatagramSecurity security, byte[] offer, ReadOnlySpan<byte> choice, ulong nonce)
    {
        (_secrets, _packetsPerKey, _offer) = (secrets, security.PacketsPerKey, offer);
        Proof = SecureHandshakeFormat.MakeFragments(nonce, MakeProof(security.Identity!, choice));
    }

    /// <summary>The datagrams that prove who the server is.</summary>
    public byte[][] Proof { get; }

    /// <summary>The sealed answer to the client's last step, once there is one.</summary>
    public byte[]? Answer { get; private set; }

    /// <summary>Takes up an offer.</summary>
    /// <param name="security">The endpoint's settings, with an identity.</param>
    /// <param name="nonce">The client's.</param>
    /// <param name="offer">The client's.</param>
    /// <param name="isMismatch">True if both have no cipher or key exchange in common.</param>
    /// <returns>Null for what no client offers, or if nothing is in common.</returns>
    public static ServerKeys? TryBegin(DatagramSecurity security, ulong nonce, ReadOnlySpan<byte> offer, out bool isMismatch)
    {
        isMismatch = false;
        if (!SecureHandshakeFormat.TryReadOffer(offer, nonce, out var offered, out var group, out var publicKey)) return null;
        var cipher = ChooseOf(security.Ciphers, offered);
        isMismatch = cipher == default || group != security.KeyExchange.Group;
        if (isMismatch) return null;
        using var share = security.KeyExchange.CreateShare();
        Span<byte> agreed = stackalloc byte[KeySchedule.SecretBytes];
        if (!share.TryAgree(publicKey, agreed)) return null;
        var choice = SecureHandshakeFormat.MakeChoice(cipher, share.PublicKey.Span);
        var secrets = new HandshakeSecrets(agreed, cipher, offer, choice);
        CryptographicOperations.ZeroMemory(agreed);
        return new ServerKeys(secrets, security, offer.ToArray(), choice, nonce);
    }

    /// <summary>True if this answers an offer, and not one that was damaged on its way.</summary>
    public bool IsFor(ReadOnlySpan<byte> offer) => offer.SequenceEqual(_offer);

    /// <summary>The text of the client's last step, or null if it is not the client's.</summary>
    public byte[]? TryOpenFinish(ReadOnlySpan<byte> datagram)
    {
        if (_finish is not null) return null;
        if (_secrets.TryOpen(HandshakeSecrets.Finish, datagram, SecureHandshakeFormat.StepHeaderBytes) is not { } text) return null;
        _finish = text;
        _secrets.Add(text);
        return text;
    }

    /// <summary>Takes the connection; the protection of its packets.</summary>
    public PacketProtection Accept(ulong nonce, ReadOnlySpan<byte> resetToken, ulong id, DatagramOptions options, ReadOnlySpan<byte> data)
    {
        var writer = BeginAnswer(nonce);
        SealedParameters.WriteAccept(ref writer, resetToken, id, options, data);
        Answer = HandshakeSteps.Seal(_secrets, HandshakeSecrets.Answer, ref writer);
        return _secrets.Protect(isServer: true, _packetsPerKey);
    }

    public void Refuse(ulong nonce, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        var writer = BeginAnswer(nonce);
        SealedParameters.WriteRefusal(ref writer, reason, data);
        Answer = HandshakeSteps.Seal(_secrets, HandshakeSecrets.Answer, ref writer);
    }

    public void Dispose() => _secrets.Dispose();

    private static WireWriter BeginAnswer(ulong nonce)
    {
        var writer = new WireWriter(new byte[PacketFormat.BaseDatagramBytes]);
        SecureHandshakeFormat.WriteStepHeader(ref writer, PacketFormat.Answer, nonce);
        return writer;
    }

    private static DatagramCipher ChooseOf(IReadOnlyList<DatagramCipher> ciphers, ReadOnlySpan<byte> offered)
    {
        foreach (var cipher in ciphers)
        {
            if (PacketCipher.IsSupported(cipher) && offered.Contains((byte)cipher)) return cipher;
        }

        return default;
    }

    /// <summary>The choice in the clear, then sealed the identity and the signature of everything so far.</summary>
    private byte[] MakeProof(ServerIdentity identity, ReadOnlySpan<byte> choice)
    {
        using var sealing = _secrets.Begin(HandshakeSecrets.Proof);
        _secrets.Add(identity.Encoded);
        var signature = identity.Sign(_secrets.SignedContent());
        _secrets.Add(signature);
        var proof = new byte[choice.Length + sizeof(ushort) + identity.Encoded.Length + sizeof(ushort) + signature.Length + PacketCipher.TagBytes];
        var writer = new WireWriter(proof);
        writer.Write(choice);
        writer.Write((ushort)identity.Encoded.Length);
        writer.Write(identity.Encoded);
        writer.Write((ushort)signature.Length);
        writer.Write(signature);
        HandshakeSecrets.Seal(sealing, proof, choice.Length);
        return proof;
    }
}
