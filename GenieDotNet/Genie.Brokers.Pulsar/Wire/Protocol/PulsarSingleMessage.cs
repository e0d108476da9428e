using System.Buffers;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>One message that arrived.</summary>
internal ref struct PulsarSingleMessage
{
    /// <summary>Where an answer is to go; empty if none is wanted.</summary>
    public ReadOnlySpan<byte> ReplyTo;

    public ReadOnlySpan<byte> Correlation;

    public ReadOnlySequence<byte> Payload;

    /// <summary>All of its metadata, as they came; see <see cref="MessageProperties.Read"/>.</summary>
    public ReadOnlySpan<byte> Metadata;

    /// <summary>True if it came in a batch, whose messages have metadata of another kind.</summary>
    public bool IsBatched;
}
