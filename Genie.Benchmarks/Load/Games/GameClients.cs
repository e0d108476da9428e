using System.Buffers.Binary;
using System.Net;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>All clients of a game. Used by one thread.</summary>
/// <param name="plan">Who plays.</param>
/// <param name="nowMicroseconds">The clock by which both sides say when something was sent.</param>
internal sealed class GameClients(GamePlan plan, Func<long> nowMicroseconds) : IDatagramHandler
{
    private readonly List<GameClient> _clients = [];
    private int _connected;

    /// <summary>What they have seen.</summary>
    public GameScore Score { get; } = new(plan.LateAfter);

    /// <summary>All of them.</summary>
    public IReadOnlyList<GameClient> All => _clients;

    /// <summary>Those that could not connect, or whose connection ended.</summary>
    public int Ended { get; private set; }

    /// <summary>True once nobody connects any more.</summary>
    public bool AreConnected => _connected + Ended >= plan.Clients;

    /// <summary>True if all connected ones have received all events of their rooms.</summary>
    public bool HaveAllEvents => EventsReceived >= EventsExpected;

    /// <summary>What all events of all clients make, each received by everybody else in its room.</summary>
    public long EventsExpected => _clients.Sum(static client => client.EventsSent * client.Others);

    /// <summary>Different events received.</summary>
    public long EventsReceived => _clients.Sum(static client => client.EventsReceived);

    /// <summary>Begins to connect one more.</summary>
    public void Connect(DatagramEndpoint endpoint, IPEndPoint server)
    {
        var client = new GameClient(plan, _clients.Count, Score);
        _clients.Add(client);
        Span<byte> number = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(number, client.Number);
        client.Link = endpoint.Connect(server, number);
        client.Link.Tag = client;
    }

    /// <summary>Lets all send what is due.</summary>
    public void Tick(long dueMicroseconds)
    {
        foreach (var client in _clients) client.Tick(dueMicroseconds);
    }

    /// <inheritdoc/>
    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => _connected++;

    /// <inheritdoc/>
    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => ((GameClient)connection.Tag!).Receive(message, nowMicroseconds());

    /// <inheritdoc/>
    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        if (!IsEnding) Ended++;
    }

    /// <summary>Connections that end from now on are no failures.</summary>
    public bool IsEnding { get; set; }
}
