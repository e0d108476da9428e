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

    /// <summary>Why it cannot be read, if so.</summary>
    public AckDiscard Discard;

    /// <summary>The message, if it is no batch.</summary>
    public PulsarSingleMessage Single;

    /// <summary>The message's bytes, or the batch's.</summary>
    public ReadOnlySequence<byte> Payload;
}
