using System.Buffers;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>One frame from the broker. The spans lie in the receive buffer or the parser's own.</summary>
internal ref struct PulsarFrame
{
    public BaseCommand.Types.Type Type;

    /// <summary>The whole BaseCommand.</summary>
    public ReadOnlySpan<byte> Command;

    /// <summary>What follows the command; empty for all but MESSAGE.</summary>
    public ReadOnlySequence<byte> Rest;
}
