using Genie.Datagrams.Rpc.Tests.Samples;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>A client and a server without a network: what one sends the other has at once, unless a test holds it.</summary>
internal sealed class FakePair
{
    public FakePair(RpcOptions? clientOptions = null, RpcOptions? serverOptions = null)
    {
        Client = new RpcPeer((clientOptions ?? new RpcOptions()) with { RunContinuationsAsynchronously = false }).Calls(ArenaContract.Instance).Serve(PlayerEventsContract.Instance, Events);
        Server = new RpcPeer((serverOptions ?? new RpcOptions()) with { RunContinuationsAsynchronously = false }).Serve(ArenaContract.Instance, Arena).Calls(PlayerEventsContract.Instance);
        (Up.Sink, Up.SinkConnection) = (Server, Down);
        (Down.Sink, Down.SinkConnection) = (Client, Up);
        var (fromClient, fromServer) = (Wire.RpcOffer.Write(OfferOf(Client), default), Wire.RpcOffer.Write(OfferOf(Server), default));
        ((IDatagramHandler)Server).OnConnected(Down, fromClient);
        ((IDatagramHandler)Client).OnConnected(Up, fromServer);
        Connection = Client.ConnectionOf(Up);
        Accepted = Server.ConnectionOf(Down);
        Calls = new ArenaClient(Connection);
    }

    public RpcPeer Client { get; }

    public RpcPeer Server { get; }

    public Arena Arena { get; } = new();

    public PlayerEvents Events { get; } = new();

    /// <summary>The client's end.</summary>
    public FakeConnection Up { get; } = new();

    /// <summary>The server's end.</summary>
    public FakeConnection Down { get; } = new();

    public RpcConnection Connection { get; }

    public RpcConnection Accepted { get; }

    public ArenaClient Calls { get; }

    /// <summary>From now on the client's messages wait.</summary>
    public void Hold() => Up.Sink = null;

    /// <summary>Hands over what waits.</summary>
    public void Deliver()
    {
        while (Up.Sent.TryDequeue(out var message)) ((IDatagramHandler)Server).OnMessage(Down, message, default);
    }

    /// <summary>The connection ends at both sides.</summary>
    public void End(DisconnectReason reason)
    {
        (Up.StateNow, Down.StateNow) = (ConnectionState.Closed, ConnectionState.Closed);
        ((IDatagramHandler)Client).OnDisconnected(Up, reason, default);
        ((IDatagramHandler)Server).OnDisconnected(Down, reason, default);
    }

    private static Wire.OfferedService[] OfferOf(RpcPeer peer) => peer.Offer;
}
