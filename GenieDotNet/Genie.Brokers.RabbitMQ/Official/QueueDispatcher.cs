using System.Buffers;
using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Handles the messages of one session, publishes answers to their senders and acknowledges.</summary>
/// <param name="endpoint">Bounds and settings.</param>
/// <param name="channel">The AMQP channel that consumes.</param>
/// <param name="options">As given by the user.</param>
/// <param name="handler">The user's.</param>
internal sealed class QueueDispatcher(RabbitMQEndpoint endpoint, IChannel channel, ListenOptions options, MessageHandler handler)
    : MessageDispatcher<Delivery>(InlineIfAlone(options), handler)
{
    private readonly AcknowledgementBatch _acknowledgements = new(
        channel, Math.Min(endpoint.Options.AcknowledgeEvery, options.Prefetch / 4), endpoint.Options.AcknowledgeDelay);

    public ValueTask FlushAsync() => _acknowledgements.FlushAsync();

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync().ConfigureAwait(false);
        _acknowledgements.Dispose();
    }

    protected override bool WantsReply(in Delivery route) => route.ReplyTo is not null;

    protected override ValueTask ReplyAsync(Delivery route, ReadOnlyMemory<byte> envelope)
    {
        if (envelope.Length > endpoint.Options.MaxMessageBytes)
        {
            // The server would close the channel, and the requester would never hear why.
            var error = new ArrayBufferWriter<byte>(256);
            ReplyEnvelope.WriteError(error, new PayloadTooLargeException(RabbitMQDrivers.Broker, envelope.Length, endpoint.MaxPayloadBytes));
            envelope = error.WrittenMemory;
        }

        return channel.BasicPublishAsync("", route.ReplyTo!, mandatory: false, new MessageProperties(route.CorrelationId, null), envelope, CancellationToken.None);
    }

    // A failed request is settled by its error's answer. A failed message without an answer would fail again and again.
    protected override ValueTask SettleAsync(Delivery route, bool handled) => handled || route.ReplyTo is not null
        ? _acknowledgements.AcknowledgeAsync(route.DeliveryTag, alone: options.Concurrency > 1)
        : _acknowledgements.RejectAsync(route.DeliveryTag);

    // The library's own queue already stands between the link and the handler: another would only be one more hop.
    private static ListenOptions InlineIfAlone(ListenOptions options) => options with { InlineHandler = options.Concurrency == 1 };
}
