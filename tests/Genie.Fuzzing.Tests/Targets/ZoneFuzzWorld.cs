using Genie.Datagrams;
using Genie.Datagrams.Rpc;
using Genie.Datagrams.Rpc.Wire;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.Tests.World;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>Two zone servers, and a client that has walked from one to the other, on a network in this thread and in its own time. Whatever they have said to one another is kept.</summary>
internal sealed class ZoneFuzzWorld
{
    private static readonly byte[] Key = "the key of all servers"u8.ToArray();

    private readonly SimulatedNetwork _network = new(NetworkConditions.Lan, seed: 7);
    private readonly List<Exception> _failures = [];
    private readonly DatagramEndpoint _clientEndpoint;

    public ZoneFuzzWorld()
    {
        // Else what is awaited with ConfigureAwait(false) would go on on the thread pool, beside the network's thread.
        SynchronizationContext.SetSynchronizationContext(null);
        var directory = new InMemoryZoneDirectory(FourZones.Layout, time: _network.Time);
        var store = new InMemoryEntityStore();
        Servers = [.. Enumerable.Range(0, 2).Select(i => new ZoneServer(new ZoneServerOptions { Name = $"{i}", ServerKey = Key, Time = _network.Time, Failed = _failures.Add }, directory, store, new Echo()))];
        ServerTaps = [.. Servers.Select(server => new Tap(server.Peer))];
        var endpoints = ServerTaps.Select(tap => _network.Open(tap, isListening: true)).ToArray();
        for (var i = 0; i < Servers.Length; i++) Servers[i].Start(endpoints[i]);
        Run(() => Servers.All(server => server.GetStatistics().Zones == 2));

        Client = new ZoneClient(new ZoneClientOptions { Entity = 1, Seeds = [.. endpoints.Select(endpoint => endpoint.LocalAddress)], InterestRadiusMetres = 20_000, Time = _network.Time, Failed = _failures.Add }, new Ears());
        ClientTap = new Tap(Client.Peer);
        _clientEndpoint = _network.Open(ClientTap);
        Client.Start(_clientEndpoint, FourZones.SouthWest);
        foreach (var (position, last) in (ReadOnlySpan<(MapPosition, int)>)[(FourZones.SouthWest, 1), (FourZones.NorthEast, 2), (FourZones.NorthWest, 3), (FourZones.SouthEast, 4)])
        {
            Client.Move(position);
            Client.Send("message"u8);
            Run(() => Client.Confirmed == last);
            foreach (var server in Servers) server.Publish(position, "published"u8);
        }

        Run(() => Servers.Any(server => server.GetStatistics().TakenOver > 0));
        _failures.Clear();
    }

    public ZoneServer[] Servers { get; }

    public Tap[] ServerTaps { get; }

    public ZoneClient Client { get; }

    public Tap ClientTap { get; }

    /// <summary>Nothing reaches the client any more but what is fed to it: its questions wait for their answers.</summary>
    public void CutClientOff() => _network.Filter = (_, _, to) => to != _clientEndpoint.LocalAddress;

    /// <summary>Time passes.</summary>
    /// <exception cref="InvalidOperationException">Something failed in another way than an application has to expect.</exception>
    public void Run(TimeSpan time)
    {
        _network.RunFor(time);
        if (_failures.Find(failure => failure is not DatagramException) is { } bug) throw new InvalidOperationException("A failure of no kind that is named.", bug);
        _failures.Clear();
    }

    private void Run(Func<bool> condition)
    {
        if (!_network.RunUntil(condition, TimeSpan.FromMinutes(1))) throw new InvalidOperationException("The world does not come about.");
    }

    /// <summary>Stands before a peer: keeps what it was sent, and feeds it what it was not.</summary>
    internal sealed class Tap(IDatagramHandler peer) : IDatagramHandler
    {
        private readonly List<DatagramConnection> _connections = [];

        public List<byte[]> Heard { get; } = [];

        public bool IsConnected => _connections.Count > 0;

        public long Refused => _connections.Sum(connection => ((RpcConnection)connection.Tag!).GetStatistics().RefusedMessages);

        public long Late => _connections.Sum(connection => ((RpcConnection)connection.Tag!).GetStatistics().LateAnswers);

        public void Feed(byte[] message)
        {
            foreach (var connection in _connections.ToArray()) peer.OnMessage(connection, message, default);
        }

        public void OnConnecting(ConnectionRequest request) => peer.OnConnecting(request);

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
        {
            _connections.Add(connection);
            peer.OnConnected(connection, handshakeData);
        }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            Heard.Add(message.ToArray());
            peer.OnMessage(connection, message, info);
        }

        public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
        {
            _connections.Remove(connection);
            peer.OnDisconnected(connection, reason, data);
        }

        /// <summary>The last request that was heard.</summary>
        public byte[]? LastRequest => Heard.FindLast(message => message[0] == RpcMessage.Request);
    }

    private sealed class Echo : IZoneHandler
    {
        public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
        {
            entity.State = message.ToArray();
            entity.Send(message);
        }
    }

    private sealed class Ears : IZoneClientHandler
    {
        public void OnMessage(ReadOnlySpan<byte> message)
        {
        }
    }
}
