using System.Buffers;
using Genie.Brokers.Pulsar.Libraries;
using Genie.Brokers.Pulsar.Wire.Protocol;
using global::Pulsar.Client.Api;
using global::Pulsar.Client.Common;

namespace Genie.Brokers.Pulsar.Official;

/// <summary>A consumer of Pulsar.Client.</summary>
internal sealed class PulsarClientConsumer(IConsumer<byte[]> consumer) : ILibraryConsumer
{
    /// <inheritdoc/>
    public async ValueTask<LibraryMessage> ReceiveAsync(CancellationToken cancellationToken)
    {
        var message = await consumer.ReceiveAsync(cancellationToken).ConfigureAwait(false);
        var properties = new LibraryProperties(message.HasBase64EncodedKey ? "" : message.Key ?? "", message.Properties.GetValueOrDefault(PulsarProperties.ReplyTo, ""), message.Properties.GetValueOrDefault(PulsarProperties.CorrelationId, ""), message.Properties);
        return new LibraryMessage(message.MessageId, new ReadOnlySequence<byte>(message.Data), properties);
    }

    /// <inheritdoc/>
    public async ValueTask AcknowledgeAsync(object messageId) => await consumer.AcknowledgeAsync((MessageId)messageId).ConfigureAwait(false);

    /// <inheritdoc/>
    public Task WhenLostAsync(CancellationToken cancellationToken) => PulsarClientWatch.WhenLostAsync(consumer.IsConnected, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => consumer.DisposeAsync();
}
