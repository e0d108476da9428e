namespace Genie.Faults;

/// <summary>What a proxy did since it was started.</summary>
public sealed record FaultCounts
{
    /// <summary>TCP connections that were accepted; clients that sent a datagram.</summary>
    public long Connections { get; init; }

    /// <summary>Those that are open.</summary>
    public long Open { get; init; }

    /// <summary>Bytes of payload that reached the server's side.</summary>
    public long BytesToServer { get; init; }

    /// <summary>Bytes of payload that reached the clients' side.</summary>
    public long BytesToClient { get; init; }

    /// <summary>Connections refused: <see cref="TcpFault.Refuse"/>, or the server was not reached.</summary>
    public long Refused { get; init; }

    /// <summary>Connections that were reset.</summary>
    public long Resets { get; init; }

    /// <summary>Connections that were closed in order: in the middle of a frame, after the greeting, or because it was asked for.</summary>
    public long Closed { get; init; }

    /// <summary>Bytes of garbage that were put in.</summary>
    public long GarbageBytes { get; init; }

    /// <summary>Bytes that were taken and not passed on.</summary>
    public long SwallowedBytes { get; init; }

    /// <summary>Datagrams that came, in both directions.</summary>
    public long Datagrams { get; init; }

    /// <summary>Packets that the network's model lost; of a stream: those that were sent again.</summary>
    public long Lost { get; init; }

    /// <summary>Datagrams that were too large.</summary>
    public long TooLarge { get; init; }

    /// <summary>Datagrams for which the queue had no room.</summary>
    public long Overflowed { get; init; }

    /// <summary>Datagrams that were delivered twice.</summary>
    public long Duplicated { get; init; }

    /// <summary>Datagrams that were overtaken.</summary>
    public long Reordered { get; init; }
}
