using System.Buffers;
using DotPulsar;
using DotPulsar.Abstractions;
using Genie.Brokers.Pulsar.Libraries;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>A consumer of DotPulsar, or a reader, which acknowledges nothing.</summary>
internal sealed class DotPulsarConsumer(IReceive<IMessage<ReadOnlySequence<byte>>> receiving, IConsumer? consumer) : ILibraryConsumer
{
    /// <inheritdoc/>
    public async ValueTask<LibraryMessage> ReceiveAsync(CancellationToken cancellationToken)
    {
        var message = await receiving.Receive(cancellationToken).ConfigureAwait(false);
        var properties = new LibraryProperties("", message.Properties.GetValueOrDefault(PulsarProperties.ReplyTo, ""), message.Properties.GetValueOrDefault(PulsarProperties.CorrelationId, ""));
        return new LibraryMessage(message.MessageId, message.Data, properties, message.RedeliveryCount);
    }

    /// <inheritdoc/>
    public ValueTask AcknowledgeAsync(object messageId) => consumer?.Acknowledge((MessageId)messageId, CancellationToken.None) ?? ValueTask.CompletedTask;

    /// <inheritdoc/>
    public ValueTask RefuseAsync(object messageId) => consumer?.RedeliverUnacknowledgedMessages([(MessageId)messageId], CancellationToken.None) ?? ValueTask.CompletedTask;

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => consumer?.DisposeAsync() ?? ValueTask.CompletedTask;
}
