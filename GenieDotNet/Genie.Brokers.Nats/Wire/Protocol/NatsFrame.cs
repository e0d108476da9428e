using System.Buffers;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>One protocol message from the server. The spans lie in the receive buffer or the parser's own.</summary>
internal ref struct NatsFrame
{
    public NatsOperation Operation;

    /// <summary>The rest of the line of -ERR and INFO.</summary>
    public ReadOnlySpan<byte> Text;

    public ReadOnlySpan<byte> Subject;

    public int SubscriptionId;

    /// <summary>Where an answer is to go; empty if none is wanted.</summary>
    public ReadOnlySpan<byte> ReplyTo;

    /// <summary>The header block of HMSG, its version line and last empty line included; empty for MSG.</summary>
    public ReadOnlySequence<byte> Headers;

    public ReadOnlySequence<byte> Payload;
}
