using System.Buffers;
using DotPulsar;
using DotPulsar.Abstractions;
using Genie.Brokers.Pulsar.Libraries;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>A consumer of DotPulsar, or a reader, which acknowledges nothing.</summary>
/// <param name="receiving">Where messages come from.</param>
/// <param name="consumer">What acknowledges; null for a reader.</param>
/// <param name="whenLost">Completes when its connection is lost.</param>
/// <param name="owned">What is closed in the end.</param>
internal sealed class DotPulsarConsumer(IReceive<IMessage<ReadOnlySequence<byte>>> receiving, IConsumer? consumer, Func<CancellationToken, Task> whenLost, IAsyncDisposable owned) : ILibraryConsumer
{
    /// <inheritdoc/>
    public async ValueTask<LibraryMessage> ReceiveAsync(CancellationToken cancellationToken)
    {
        var message = await receiving.Receive(cancellationToken).ConfigureAwait(false);
        var properties = new LibraryProperties(message.HasBase64EncodedKey ? "" : message.Key ?? "", message.Properties.GetValueOrDefault(PulsarProperties.ReplyTo, ""), message.Properties.GetValueOrDefault(PulsarProperties.CorrelationId, ""), message.Properties);
        return new LibraryMessage(message.MessageId, message.Data, properties);
    }

    /// <inheritdoc/>
    public ValueTask AcknowledgeAsync(object messageId) => consumer?.Acknowledge((MessageId)messageId, CancellationToken.None) ?? ValueTask.CompletedTask;

    /// <inheritdoc/>
    public Task WhenLostAsync(CancellationToken cancellationToken) => whenLost(cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => owned.DisposeAsync();
}
