namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>What one side of a game, the server or all clients, receives by. Used by one thread, which polls it.</summary>
internal interface IGamePort
{
    /// <summary>Hands on what has arrived, and does what is due. Never blocks.</summary>
    /// <returns>How much was received.</returns>
    int Poll();

    /// <summary>Sends what was gathered.</summary>
    void Flush();

    /// <summary>Waits until something may be received.</summary>
    /// <param name="atMost">The longest wait.</param>
    void Wait(TimeSpan atMost);
}

/// <summary>The clients' side.</summary>
internal interface IGameClientPort : IGamePort
{
    /// <summary>Begins to connect one more client.</summary>
    void Connect();
}

/// <summary>Both sides of a game over one transport, in this process, over sockets on loopback.</summary>
internal interface IGameSides : IAsyncDisposable
{
    /// <summary>The server's port, or null where the server has no thread but is called, as grains are.</summary>
    IGamePort? Server { get; }

    /// <summary>The clients' port.</summary>
    IGameClientPort Clients { get; }
}
