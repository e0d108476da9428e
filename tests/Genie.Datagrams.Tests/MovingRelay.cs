using System.Net;

namespace Genie.Datagrams.Tests;

/// <summary>Real sockets between a client and a server, as an address translator that forgets its mapping: the server then sees the client at another port.</summary>
internal sealed class MovingRelay : IDisposable
{
    private readonly RelaySocket _inner = new();
    private volatile RelaySocket _outer;
    private volatile EndPoint? _client;

    public MovingRelay(IPEndPoint server)
    {
        _outer = OpenOuter();
        _inner.Start((bytes, from) =>
        {
            _client = from;
            _outer.Send(bytes, server);
        });
    }

    public IPEndPoint Address => _inner.Address;

    public int Port => _outer.Address.Port;

    public void Move()
    {
        var before = _outer;
        _outer = OpenOuter();
        before.Dispose();
    }

    public void Dispose()
    {
        _inner.Dispose();
        _outer.Dispose();
    }

    private RelaySocket OpenOuter()
    {
        var socket = new RelaySocket();
        socket.Start((bytes, _) =>
        {
            if (_client is { } client) _inner.Send(bytes, client);
        });
        return socket;
    }
}
