namespace DatagramEcho;

/// <summary>A client and a server of one library, both driven by the calling thread.</summary>
internal interface IEchoPair : IDisposable
{
    string Name { get; }

    bool IsConnected { get; }

    /// <summary>Echoes that have come back.</summary>
    long Echoed { get; }

    /// <summary>Sends an unreliable message.</summary>
    void Send(ReadOnlySpan<byte> message);

    /// <summary>Messages that the server has received.</summary>
    long Received { get; }

    /// <summary>Sends a reliable message, in order, which is not echoed.</summary>
    void SendReliable(ReadOnlySpan<byte> message);

    /// <summary>One round of receiving and sending on both sides.</summary>
    void Poll();
}
