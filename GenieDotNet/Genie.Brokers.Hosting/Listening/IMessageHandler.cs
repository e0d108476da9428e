using System.Buffers;

namespace Genie.Brokers.Hosting.Listening;

/// <summary>Handles the messages of a channel; one object a message, from a scope of its own.</summary>
public interface IMessageHandler
{
    /// <inheritdoc cref="MessageHandler"/>
    ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken);
}
