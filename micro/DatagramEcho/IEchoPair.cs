namespace DatagramEcho;

/// <summary>A client and a server of one library over loopback. The calling thread sends and polls; whether the library has threads of its own is its matter.</summary>
internal interface IEchoPair : IDisposable
{
    /// <summary>The library with its version and, where there is a choice, how it is set up.</summary>
    string Name { get; }

    bool IsConnected { get; }

    /// <summary>Unreliable messages that were sent and have come back.</summary>
    EchoedMessages Echoes { get; }

    /// <summary>Reliable messages that were sent and have reached the server.</summary>
    ReliableMessages Reliable { get; }

    /// <summary>Sends an unreliable message, which the server echoes.</summary>
    void Send(ReadOnlySpan<byte> message);

    /// <summary>Sends a reliable message, in order, which is not echoed.</summary>
    void SendReliable(ReadOnlySpan<byte> message);

    /// <summary>
    /// One round of receiving and sending on both sides. Where the library's own threads do that, and it has something to wait for, it waits until they have something, or for a
    /// millisecond.
    /// </summary>
    void Poll();
}
