using System.Buffers;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>One message that arrived.</summary>
internal ref struct PulsarSingleMessage
{
    /// <summary>Where an answer is to go; empty if none is wanted.</summary>
    public ReadOnlySpan<byte> ReplyTo;

    public ReadOnlySpan<byte> Correlation;

    public ReadOnlySequence<byte> Payload;
}
