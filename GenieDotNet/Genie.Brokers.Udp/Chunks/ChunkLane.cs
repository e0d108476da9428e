namespace Genie.Brokers.Udp.Chunks;

/// <summary>What a message of the transport holds: its channel. They do not wait for each other.</summary>
internal enum ChunkLane : byte
{
    /// <summary>The next bytes of the stream.</summary>
    Bytes = 0,

    /// <summary>How many bytes the other side may have sent in all (8 bytes, big endian).</summary>
    Limit = 1,

    /// <summary>How many bytes the stream has in all (8 bytes, big endian): nothing follows them. Not an empty message, which transports need not deliver.</summary>
    End = 2,
}
