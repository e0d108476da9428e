namespace Genie.Benchmarks.Load.Games;

/// <summary>All clients of a game. Used by one thread.</summary>
/// <param name="plan">Who plays.</param>
/// <param name="nowMicroseconds">The clock by which both sides say when something was sent.</param>
internal sealed class GameClients(GamePlan plan, Func<long> nowMicroseconds)
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
    public bool HaveAllEvents => Score.EventsReceived >= Score.EventsExpected;

    /// <summary>Connections that end from now on are no failures.</summary>
    public bool IsEnding { get; set; }

    /// <summary>One more, which has no connection yet.</summary>
    public GameClient Add()
    {
        var client = new GameClient(plan, _clients.Count, Score);
        _clients.Add(client);
        return client;
    }

    /// <summary>Lets all send what is due.</summary>
    public void Tick(long dueMicroseconds)
    {
        foreach (var client in _clients) client.Tick(dueMicroseconds);
    }

    /// <summary>One is connected.</summary>
    public void OnConnected() => _connected++;

    /// <summary>A message came for one.</summary>
    public void OnMessage(GameClient client, ReadOnlySpan<byte> message) => client.Receive(message, nowMicroseconds());

    /// <summary>One could not connect, or its connection ended.</summary>
    public void OnEnded()
    {
        if (!IsEnding) Ended++;
    }
}
