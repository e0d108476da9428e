using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Udp;

/// <content>The steps of the handshake that encrypts. The handler sees nothing of a client that has not shown that it has the keys.</content>
internal sealed partial class UdpEndpoint
{
    private readonly PendingHandshakes _pending;

    /// <summary>The tokens of this endpoint, if it encrypts.</summary>
    public StatelessResets? Resets { get; }

    private void OnSecureConnect(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!SecureHandshakeFormat.TryReadConnect(datagram, out var nonce, out var cookie, out var offer) || !_cookies.IsValid(from, nonce, now, cookie)) return;
        if (_accepted.ContainsKey((from, nonce))) return;
        if (Options.Security is not { } security)
        {
            RefuseOffer(from, nonce, offer);
            return;
        }

        if (_accepted.Count >= Options.MaxConnections)
        {
            Refuse(from, nonce, DisconnectReason.Full, default);
            return;
        }

        var keys = _pending.Find((from, nonce));
        if (keys?.IsFor(offer) != true)
        {
            _pending.Remove((from, nonce));
            Totals.HandshakesBegun++;
            keys = ServerKeys.TryBegin(security, nonce, offer, out var isMismatch);
            if (isMismatch) RefuseOffer(from, nonce, offer);
            if (keys is null) return;
            _pending.Add((from, nonce), keys, now);
        }

        foreach (var fragment in keys.Proof) SendDatagram(fragment, from);
    }

    /// <summary>Says which offer has nothing in common with this endpoint: the client that made another one was damaged on its way, not refused.</summary>
    private void RefuseOffer(in DatagramAddress to, ulong nonce, ReadOnlySpan<byte> offer)
    {
        Span<byte> hash = stackalloc byte[SecureHandshakeFormat.OfferHashBytes];
        SecureHandshakeFormat.HashOffer(offer, hash);
        Refuse(to, nonce, DisconnectReason.SecurityMismatch, hash);
    }

    private void OnProof(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!SecureHandshakeFormat.TryReadFragment(datagram, out var nonce, out var index, out var count, out var part)) return;
        if (!_handshakes.TryGetValue(nonce, out var connection) || connection.RemoteAddress != from || connection.Handshake is not { } handshake) return;
        handshake.OnProof(index, count, part, now);
        if (connection.Handshake is not null) Schedule(connection, handshake.NextDue);
    }

    private void OnFinish(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!SecureHandshakeFormat.TryReadStep(datagram, out var nonce)) return;
        if (_accepted.TryGetValue((from, nonce), out var known))
        {
            if (known.IsProtected) SendDatagram(known.AcceptData.Span, from);
            return;
        }

        if (_pending.Find((from, nonce)) is not { } keys) return;
        if (keys.Answer is null && keys.TryOpenFinish(datagram) is { } text) AnswerFinish(from, nonce, keys, text, now);
        else if (keys.Answer is { } answer) SendDatagram(answer, from);
    }

    private void AnswerFinish(in DatagramAddress from, ulong nonce, ServerKeys keys, byte[] text, long now)
    {
        if (!SealedParameters.TryReadFinish(text, out var remoteToken, out var parameters, out var data)) return;
        var decision = Decide(from, data);
        if (decision.Refusal is { } reason)
        {
            Totals.HandshakesRefused++;
            keys.Refuse(nonce, reason, decision.Data.Span);
            SendDatagram(keys.Answer, from);
            return;
        }

        var connection = new UdpConnection(this, ReserveId(), from, now) { Origin = (from, nonce) };
        Span<byte> token = stackalloc byte[StatelessResets.TokenBytes];
        Resets!.Write(connection.LocalId, token);
        connection.Protect(keys.Accept(nonce, token, connection.LocalId, Options, decision.Data.Span), remoteToken);
        connection.AcceptData = keys.Answer!;
        _pending.Remove((from, nonce));
        Establish(connection, parameters, now);
        SendDatagram(connection.AcceptData.Span, from);
        OnConnected(connection, data, now);
    }

    private void OnAnswer(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!SecureHandshakeFormat.TryReadStep(datagram, out var nonce)) return;
        if (!_handshakes.TryGetValue(nonce, out var connection) || connection.RemoteAddress != from) return;
        if (connection.Handshake?.Keys is not { } keys || keys.TryOpenAnswer(datagram) is not { } text) return;
        if (SealedParameters.IsRefusal(text, out var reason, out var data))
        {
            connection.Close(reason, data);
            return;
        }

        if (!SealedParameters.TryReadAccept(text, out var remoteToken, out var parameters, out data)) return;
        keys.CompleteWith(text);
        connection.Protect(keys.Protect(), remoteToken);
        keys.Dispose();
        CompleteHandshake(connection, parameters, data, now);
    }
}
