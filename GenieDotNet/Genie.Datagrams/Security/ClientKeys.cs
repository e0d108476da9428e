using System.Security.Cryptography;
using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Security;

/// <summary>The client's side of the handshake that encrypts: its offer, the server's proof, its last step, the server's answer.</summary>
internal sealed class ClientKeys(DatagramSecurity security, ulong nonce) : IDisposable
{
    private readonly DatagramCipher[] _ciphers = [.. security.Ciphers.Where(PacketCipher.IsSupported)];
    private readonly IKeyShare _share = security.KeyExchange.CreateShare();
    private byte[]? _offer;
    private byte[]?[] _fragments = [];
    private HandshakeSecrets? _secrets;

    /// <summary>The last step, once the server has proved who it is.</summary>
    public byte[]? Finish { get; private set; }

    public ReadOnlySpan<byte> Offer => _offer ??= SecureHandshakeFormat.MakeOffer(nonce, _ciphers, security.KeyExchange.Group, _share.PublicKey.Span);

    /// <summary>True if a refusal is of the offer that was made, and not of one that was damaged on its way.</summary>
    public bool IsOfOffer(ReadOnlySpan<byte> offerHash)
    {
        Span<byte> expected = stackalloc byte[SecureHandshakeFormat.OfferHashBytes];
        SecureHandshakeFormat.HashOffer(Offer, expected);
        return offerHash.SequenceEqual(expected);
    }

    /// <summary>Takes a fragment of the proof.</summary>
    /// <returns>True if with it the server has proved who it is.</returns>
    /// <exception cref="ServerNotTrustedException">Somebody who has taken up this handshake is not whom the client looks for.</exception>
    public bool TryProve(int index, int count, ReadOnlySpan<byte> part)
    {
        if (_secrets is not null) return false;
        if (_fragments.Length != count) _fragments = new byte[count][];
        _fragments[index] ??= part.ToArray();
        if (_fragments.Any(fragment => fragment is null)) return false;
        var proof = _fragments.SelectMany(fragment => fragment!).ToArray();

        // What was forged or damaged gives way to the repetition.
        _fragments = [];
        return TryProve(proof);
    }

    /// <summary>Makes the last step.</summary>
    public void MakeFinish(ReadOnlySpan<byte> resetToken, ulong id, DatagramOptions options, ReadOnlySpan<byte> data)
    {
        var writer = new WireWriter(new byte[PacketFormat.BaseDatagramBytes]);
        SecureHandshakeFormat.WriteStepHeader(ref writer, PacketFormat.Finish, nonce);
        SealedParameters.WriteFinish(ref writer, resetToken, id, options, data);
        Finish = HandshakeSteps.Seal(_secrets!, HandshakeSecrets.Finish, ref writer);
    }

    /// <summary>The text of the server's answer, or null if it is not the server's.</summary>
    public byte[]? TryOpenAnswer(ReadOnlySpan<byte> datagram) => Finish is null ? null : _secrets!.TryOpen(HandshakeSecrets.Answer, datagram, SecureHandshakeFormat.StepHeaderBytes);

    /// <summary>The answer has been read: packets are protected by all that was said.</summary>
    public void CompleteWith(ReadOnlySpan<byte> answer) => _secrets!.Add(answer);

    public PacketProtection Protect() => _secrets!.Protect(isServer: false, security.PacketsPerKey);

    public void Dispose()
    {
        _share.Dispose();
        _secrets?.Dispose();
    }

    private bool TryProve(byte[] proof)
    {
        Span<byte> agreed = stackalloc byte[KeySchedule.SecretBytes];
        if (!SecureHandshakeFormat.TryReadChoice(proof, out var cipher, out var publicKey, out var choiceBytes)) return false;
        if (!_ciphers.Contains(cipher) || !_share.TryAgree(publicKey, agreed)) return false;
        var secrets = new HandshakeSecrets(agreed, cipher, Offer, proof.AsSpan(0, choiceBytes));
        CryptographicOperations.ZeroMemory(agreed);
        if (secrets.TryOpen(HandshakeSecrets.Proof, proof, choiceBytes) is not { } text)
        {
            secrets.Dispose();
            return false;
        }

        _secrets = secrets;
        Check(secrets, text);
        return true;
    }

    private void Check(HandshakeSecrets secrets, ReadOnlySpan<byte> text)
    {
        var reader = new WireReader(text);
        var identity = reader.Read(reader.ReadUInt16());
        var signature = reader.Read(reader.ReadUInt16());
        if (reader.IsInvalid || IdentityFormat.TryDecode(identity) is not { } credentials) throw new ServerNotTrustedException("its certificate or key cannot be read");
        secrets.Add(identity);
        if (!security.Trust!.IsSigned(credentials, secrets.SignedContent(), signature)) throw new ServerNotTrustedException("it does not hold the private key of what it shows");
        secrets.Add(signature);
        if (security.Trust!.ProblemOf(credentials) is { } problem) throw new ServerNotTrustedException(problem);
    }
}
