namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>What an entry says of a message that was sent in several (MessageMetadata: uuid, num_chunks_from_msg, total_chunk_msg_size, chunk_id).</summary>
internal ref struct PulsarChunk
{
    /// <summary>The message's name, the same in all its chunks.</summary>
    public ReadOnlySpan<byte> Uuid;

    /// <summary>How many there are; 0 where there is one entry.</summary>
    public int Count;

    /// <summary>Which this is, from 0.</summary>
    public int Index;

    /// <summary>Bytes of all together, compressed if they are.</summary>
    public int TotalBytes;
}
