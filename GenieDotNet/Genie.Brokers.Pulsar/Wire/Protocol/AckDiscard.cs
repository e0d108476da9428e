namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Why an entry was acknowledged that no handler saw (CommandAck.ValidationError).</summary>
internal enum AckDiscard
{
    /// <summary>It was handled.</summary>
    None = -1,

    /// <summary>It cannot be decompressed.</summary>
    Decompression = 1,

    /// <summary>It is no batch though it says so.</summary>
    Batch = 3,
}
