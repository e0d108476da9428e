using System.Buffers.Binary;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Udp;

/// <content>What arrives: data goes to its connection, steps of a handshake are answered here.</content>
internal sealed partial class UdpEndpoint
{
    private void OnDatagram(Span<byte> datagram, in DatagramAddress from, long now)
    {
        if (datagram.IsEmpty) return;
        if ((datagram[0] & PacketFormat.DataBit) != 0)
        {
            OnData(datagram, from, now);
            return;
        }

        switch (datagram[0])
        {
            case PacketFormat.Hello when _isListening: OnHello(datagram, from, now); break;
            case PacketFormat.Connect when _isListening: OnConnect(datagram, from, now); break;
            case PacketFormat.Challenge: OnChallenge(datagram, from, now); break;
            case PacketFormat.Accept: OnAccept(datagram, from, now); break;
            case PacketFormat.Refuse: OnRefuse(datagram, from); break;
            case PacketFormat.Reset: OnReset(datagram, from); break;
            case PacketFormat.SecureConnect when _isListening: OnSecureConnect(datagram, from, now); break;
            case PacketFormat.Proof: OnProof(datagram, from, now); break;
            case PacketFormat.Finish when _isListening: OnFinish(datagram, from, now); break;
            case PacketFormat.Answer: OnAnswer(datagram, from, now); break;
        }
    }

    private void OnData(Span<byte> datagram, in DatagramAddress from, long now)
    {
        if (datagram.Length < PacketFormat.HeaderBytes) return;
        if (Find(BinaryPrimitives.ReadUInt64LittleEndian(datagram[1..])) is { } connection)
        {
            connection.OnPacket(datagram, from, now);
            return;
        }

        // A reset is smaller than every packet that is encrypted: nothing is amplified.
        if (Resets is not null && datagram.Length < PacketFormat.HeaderBytes + PacketCipher.TagBytes) return;
        Reply(new StatelessReply(PacketFormat.Reset, from, BinaryPrimitives.ReadUInt64LittleEndian(datagram[1..])), now);
    }

    /// <summary>Nothing but the answer's place in the queue is kept of somebody who has not shown that he receives at his address.</summary>
    private void OnHello(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!HandshakeFormat.TryReadHello(datagram, out var version, out var nonce)) return;
        Reply(version == PacketFormat.Version ? new StatelessReply(PacketFormat.Challenge, from, nonce) : new StatelessReply(PacketFormat.Refuse, from, nonce, version), now);
    }

    private void Reply(in StatelessReply reply, long now)
    {
        while (!_replies.TryAdd(reply)) ReplyToOne(now);
    }

    private void ReplyToOne(long now)
    {
        if (_replies.TryTake(out var reply)) Send(reply, now);
    }

    private void Send(in StatelessReply reply, long now)
    {
        var writer = new WireWriter(PacketBuffer);
        switch (reply.Type)
        {
            case PacketFormat.Challenge:
                Span<byte> cookie = stackalloc byte[HandshakeCookie.Bytes];
                _cookies.Write(reply.To, reply.Id, now, cookie);
                HandshakeFormat.WriteChallenge(ref writer, reply.Id, cookie);
                break;
            case PacketFormat.Refuse:
                HandshakeFormat.WriteRefuse(ref writer, reply.Id, DisconnectReason.VersionMismatch, [reply.Version]);
                break;
            case PacketFormat.Reset:
                writer.Write(PacketFormat.Reset);
                writer.Write(reply.Id);
                Resets?.Write(reply.Id, writer.Next(StatelessResets.TokenBytes));
                break;
        }

        SendDatagram(PacketBuffer.AsSpan(0, writer.Length), reply.To);
    }

    private void OnConnect(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!HandshakeFormat.TryReadConnect(datagram, out var nonce, out var cookie, out var parameters, out var data)) return;
        if (!_cookies.IsValid(from, nonce, now, cookie)) return;
        if (Options.Security is not null)
        {
            Refuse(from, nonce, DisconnectReason.SecurityMismatch, default);
            return;
        }

        if (_accepted.TryGetValue((from, nonce), out var known))
        {
            SendAccept(known, parameters.Id);
            return;
        }

        Totals.HandshakesBegun++;
        var decision = Decide(from, data);
        if (decision.Refusal is { } reason) Refuse(from, nonce, reason, decision.Data.Span);
        else Accept(from, nonce, parameters, decision.Data, data, now);
    }

    private ConnectionDecision Decide(in DatagramAddress from, ReadOnlySpan<byte> data) => ConnectionDecision.Ask(_handler, from, data, _accepted.Count < Options.MaxConnections);

    private void Accept(in DatagramAddress from, ulong nonce, in HandshakeParameters parameters, ReadOnlyMemory<byte> answer, ReadOnlySpan<byte> data, long now)
    {
        var connection = new UdpConnection(this, ReserveId(), from, now) { Origin = (from, nonce), AcceptData = answer };
        Establish(connection, parameters, now);
        SendAccept(connection, parameters.Id);
        OnConnected(connection, data, now);
    }

    private void Establish(UdpConnection connection, in HandshakeParameters parameters, long now)
    {
        Add(connection);
        _accepted.Add(connection.Origin, connection);
        connection.Establish(parameters, roundTripSample: 0, now);
    }

    private void SendAccept(UdpConnection connection, ulong clientId)
    {
        var writer = new WireWriter(PacketBuffer);
        HandshakeFormat.WriteAccept(ref writer, clientId, connection.LocalId, Options, connection.AcceptData.Span);
        SendDatagram(PacketBuffer.AsSpan(0, writer.Length), connection.RemoteAddress);
    }

    private void Refuse(in DatagramAddress to, ulong nonce, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        Totals.HandshakesRefused++;
        var writer = new WireWriter(PacketBuffer);
        HandshakeFormat.WriteRefuse(ref writer, nonce, reason, data);
        SendDatagram(PacketBuffer.AsSpan(0, writer.Length), to);
    }

    private void OnChallenge(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!HandshakeFormat.TryReadChallenge(datagram, out var nonce, out var cookie)) return;
        if (!_handshakes.TryGetValue(nonce, out var connection) || connection.RemoteAddress != from) return;
        connection.Handshake!.OnChallenge(cookie, now);
        Schedule(connection, connection.Handshake.NextDue);
    }

    private void OnAccept(ReadOnlySpan<byte> datagram, in DatagramAddress from, long now)
    {
        if (!HandshakeFormat.TryReadAccept(datagram, out var clientId, out var parameters, out var data)) return;
        if (Find(clientId) is not { Handshake.Keys: null } connection || connection.RemoteAddress != from) return;
        CompleteHandshake(connection, parameters, data, now);
    }

    private void CompleteHandshake(UdpConnection connection, in HandshakeParameters parameters, ReadOnlySpan<byte> data, long now)
    {
        var handshake = connection.Handshake!;
        _handshakes.Remove(handshake.Nonce);
        connection.Handshake = null;
        connection.Establish(parameters, handshake.RoundTripAt(now), now);
        OnConnected(connection, data, now);
    }

    private void OnRefuse(ReadOnlySpan<byte> datagram, in DatagramAddress from)
    {
        if (!HandshakeFormat.TryReadRefuse(datagram, out var nonce, out var reason, out var data)) return;
        if (!_handshakes.TryGetValue(nonce, out var connection) || connection.RemoteAddress != from) return;

        // Another version than this side's was refused: its hello was damaged on its way, and is sent again.
        if (reason == DisconnectReason.VersionMismatch && (data.IsEmpty || data[0] != PacketFormat.Version)) return;

        // Once there are keys only a sealed answer refuses, and never with words that others may have put in.
        if (connection.Handshake?.Keys is not { } keys) connection.Close(reason, data);
        else if (keys.Finish is null && reason != DisconnectReason.Refused && (reason != DisconnectReason.SecurityMismatch || keys.IsOfOffer(data))) connection.Close(reason, default);
    }

    /// <summary>The other side no longer knows the id that this side sends to it, which nobody else knows who is not on the path.</summary>
    private void OnReset(ReadOnlySpan<byte> datagram, in DatagramAddress from)
    {
        if (datagram.Length < 1 + sizeof(ulong)) return;
        var id = BinaryPrimitives.ReadUInt64LittleEndian(datagram[1..]);
        if (_byRemoteId.TryGetValue(id, out var connection) && connection.RemoteAddress == from && connection.IsResetBy(datagram[(1 + sizeof(ulong))..])) connection.OnReset();
    }
}
