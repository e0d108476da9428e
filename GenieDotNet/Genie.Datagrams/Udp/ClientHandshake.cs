using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;

namespace Genie.Datagrams.Udp;

/// <summary>
/// The client's side of the handshake: hello, cookie, connect, accept; with encryption a proof and a last step before the answer. Every step is repeated
/// until it is answered. A server is silent about a cookie that it did not write, was damaged on its way, or is too old: a client whose cookie is not
/// answered asks for another one.
/// </summary>
internal sealed class ClientHandshake(UdpEndpoint endpoint, UdpConnection connection, ulong nonce, byte[] data, ClientKeys? keys, long startedAt)
{
    private const long FirstInterval = 250_000;
    private const long LongestInterval = 500_000;
    private const int CookieRepetitions = 4;

    private readonly long _giveUpAt = startedAt + (long)endpoint.Options.ConnectTimeout.TotalMicroseconds;
    private byte[]? _cookie;
    private long _interval = FirstInterval;
    private long _sentAt;
    private int _repetitions;
    private bool _asksAgain;
    private bool _isAmbiguous;

    public long NextDue { get; private set; } = startedAt;

    public ulong Nonce => nonce;

    /// <summary>The keys, if the connection is to be encrypted.</summary>
    public ClientKeys? Keys => keys;

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
        _isAmbiguous |= _cookie is not null;
        _cookie = cookie.ToArray();
        _asksAgain = false;
        Continue(now);
    }

    /// <summary>A fragment of the server's proof.</summary>
    public void OnProof(int index, int count, ReadOnlySpan<byte> part, long now)
    {
        if (_cookie is null || keys is null) return;
        try
        {
            if (!keys.TryProve(index, count, part)) return;
        }
        catch (ServerNotTrustedException error)
        {
            connection.Distrust(error);
            return;
        }

        Span<byte> token = stackalloc byte[StatelessResets.TokenBytes];
        endpoint.Resets!.Write(connection.LocalId, token);
        keys.MakeFinish(token, connection.LocalId, endpoint.Options, data);
        Continue(now);
    }

    /// <summary>The round trip of the step that was answered, or 0 if it was repeated (Karn's algorithm, RFC 6298, section 3).</summary>
    public long RoundTripAt(long now) => _repetitions == 1 && !_isAmbiguous ? now - _sentAt : 0;

    private void Continue(long now)
    {
        (_interval, _repetitions) = (FirstInterval, 0);
        Send(now);
    }

    private void Send(long now)
    {
        if (_cookie is not null && keys?.Finish is null && _repetitions >= CookieRepetitions) _asksAgain = _isAmbiguous = true;
        var writer = new WireWriter(endpoint.PacketBuffer.AsSpan(0, PacketFormat.BaseDatagramBytes));
        if (_cookie is null || _asksAgain) HandshakeFormat.WriteHello(ref writer, nonce);
        else if (keys is null) HandshakeFormat.WriteConnect(ref writer, nonce, _cookie, connection.LocalId, endpoint.Options, data);
        else if (keys.Finish is { } finish) writer.Write(finish);
        else SecureHandshakeFormat.WriteConnect(ref writer, nonce, _cookie, keys.Offer);
        endpoint.SendDatagram(writer.Written, connection.RemoteAddress);
        _repetitions++;
        _sentAt = now;
        NextDue = Math.Min(now + _interval, _giveUpAt);
        _interval = Math.Min(_interval * 2, LongestInterval);
    }
}
