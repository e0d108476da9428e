using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Udp;

/// <summary>The client's side of the handshake: hello, cookie, connect, accept. Every step is repeated until it is answered.</summary>
internal sealed class ClientHandshake(UdpEndpoint endpoint, UdpConnection connection, ulong nonce, byte[] data, long startedAt)
{
    private const long FirstInterval = 250_000;
    private const long LongestInterval = 500_000;

    private readonly long _giveUpAt = startedAt + (long)endpoint.Options.ConnectTimeout.TotalMicroseconds;
    private byte[]? _cookie;
    private long _interval = FirstInterval;
    private long _sentAt;
    private int _repetitions;

    public long NextDue { get; private set; } = startedAt;

    public ulong Nonce => nonce;

    public void OnTimer(long now)
    {
        if (now >= _giveUpAt)
        {
            connection.Close(DisconnectReason.NoAnswer, default);
            return;
        }

        if (now >= NextDue) Send(now);
    }

    /// <summary>The server wants to see that its answer arrives here.</summary>
    public void OnChallenge(ReadOnlySpan<byte> cookie, long now)
    {
        _cookie = cookie.ToArray();
        (_interval, _repetitions) = (FirstInterval, 0);
        Send(now);
    }

    /// <summary>The round trip of the step that was answered, or 0 if it was repeated (Karn's algorithm, RFC 6298, section 3).</summary>
    public long RoundTripAt(long now) => _repetitions == 1 ? now - _sentAt : 0;

    private void Send(long now)
    {
        var writer = new WireWriter(endpoint.PacketBuffer.AsSpan(0, PacketFormat.BaseDatagramBytes));
        if (_cookie is null) HandshakeFormat.WriteHello(ref writer, nonce);
        else HandshakeFormat.WriteConnect(ref writer, nonce, _cookie, connection.LocalId, endpoint.Options, data);
        endpoint.SendDatagram(endpoint.PacketBuffer.AsSpan(0, writer.Length), connection.RemoteAddress);
        _repetitions++;
        _sentAt = now;
        NextDue = Math.Min(now + _interval, _giveUpAt);
        _interval = Math.Min(_interval * 2, LongestInterval);
    }
}
