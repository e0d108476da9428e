namespace Genie.Datagrams;

/// <summary>What a connection has measured so far. A TCP connection knows messages and bytes only.</summary>
public readonly record struct ConnectionStatistics
{
    /// <summary>Smoothed round-trip time (RFC 6298), microseconds; 0 before the first sample.</summary>
    public long RoundTripMicroseconds { get; init; }

    /// <summary>Variation of the round-trip time (RFC 6298), microseconds.</summary>
    public long RoundTripVariationMicroseconds { get; init; }

    /// <summary>Packets sent, those of acknowledgements alone included.</summary>
    public long PacketsSent { get; init; }

    /// <summary>Packets received, duplicates not included.</summary>
    public long PacketsReceived { get; init; }

    /// <summary>Packets that were taken to be lost.</summary>
    public long PacketsLost { get; init; }

    /// <summary>Of those, the ones that were acknowledged afterwards.</summary>
    public long SpuriousLosses { get; init; }

    /// <summary>Packets received that had been received before or are too old to tell.</summary>
    public long DuplicatesReceived { get; init; }

    /// <summary>Packets dropped because they were not what the other side has encrypted: forged, or damaged on their way.</summary>
    public long AuthenticationFailures { get; init; }

    /// <summary>How often this side has gone over to the next key.</summary>
    public long KeyUpdates { get; init; }

    /// <summary>Messages handed over by the application.</summary>
    public long MessagesSent { get; init; }

    /// <summary>Messages handed to the application.</summary>
    public long MessagesReceived { get; init; }

    /// <summary>Bytes by which compression has made the messages handed over smaller.</summary>
    public long BytesSavedByCompression { get; init; }

    /// <summary>Bytes of datagrams sent, without the headers of UDP and IP.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes of datagrams received.</summary>
    public long BytesReceived { get; init; }

    /// <summary>The congestion window, bytes.</summary>
    public long CongestionWindowBytes { get; init; }

    /// <summary>Bytes sent and neither acknowledged nor lost.</summary>
    public long BytesInFlight { get; init; }

    /// <summary>The largest datagram that the path is known to carry, bytes, without the headers of UDP and IP.</summary>
    public int MaxDatagramBytes { get; init; }
}
