using System.Buffers;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>What MESSAGE brings: one message, or a batch. The spans lie in the receive buffer or the reader's own.</summary>
internal ref struct PulsarEntryFrame
{
    public PulsarEntryId Id;

    /// <summary>Messages of the batch; 0 if it is none.</summary>
    public int BatchCount;

    /// <summary>A bit for each message of the batch that is still wanted, where some were acknowledged before; else null.</summary>
    public ulong[]? Unsettled;

    /// <summary>Set if it is damaged, and is to be acknowledged so that it does not come again.</summary>
    public AckDiscard Discard;

    /// <summary>Why it reaches no handler, in words; null if it does, or is a chunk whose message is incomplete.</summary>
    public string? Problem;

    /// <summary>True for a chunk with which its message is not complete.</summary>
    public bool IsIncomplete;

    /// <summary>Which part of a message it is, if it is one.</summary>
    public PulsarChunk Chunk;

    /// <summary>The entries of the message's earlier chunks; null if there are none.</summary>
    public PulsarEntryId[]? Earlier;

    /// <summary>By which the payload is compressed (CompressionType); 0: by none.</summary>
    public ulong Compression;

    /// <summary>Bytes of the payload once it is decompressed.</summary>
    public ulong UncompressedBytes;

    /// <summary>The message, if it is no batch.</summary>
    public PulsarSingleMessage Single;

    /// <summary>The message's bytes, or the batch's.</summary>
    public ReadOnlySequence<byte> Payload;
}
