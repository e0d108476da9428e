using Genie.Brokers;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Partitioning;
using Genie.Messaging.DeadLetters;
using Genie.Messaging.Receiving;

namespace Genie.Messaging;

/// <summary>
/// Messages over a broker: with headers, key and id; received by a handler, one by one or in batches; acknowledged, delivered again
/// or put to the dead letters. The same on every system, carried in the message's bytes.
/// </summary>
/// <remarks>Safe for concurrent callers. Delivery is that of the system: <see cref="BrokerTraits"/> say what it promises.</remarks>
public sealed class MessageClient : IAsyncDisposable
{
    private readonly IBroker _broker;
    private readonly MessagingOptions _options;

    /// <summary>Puts messages on a broker.</summary>
    /// <param name="broker">The system; disposed with this.</param>
    /// <param name="options">The same on both sides.</param>
    public MessageClient(IBroker broker, MessagingOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(broker);
        _options = options ?? new MessagingOptions();
        _broker = _options.Partitions == 1 ? broker : new PartitionedBroker(broker, _options.Partitions, MessageEnvelope.KeyOf);
    }

    /// <summary>What the system promises.</summary>
    public BrokerTraits Traits => _broker.Traits;

    internal MessagingOptions Options => _options;

    /// <summary>Opens a connection that sends to a channel.</summary>
    /// <param name="channel">A name of 1 to 150 ASCII letters, digits, <c>-</c> and <c>_</c>.</param>
    /// <param name="options">Confirmation level, requests in flight, timeout.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    /// <exception cref="BrokerException">As <see cref="IBroker.ConnectAsync"/>.</exception>
    public async ValueTask<MessageSender> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(await _broker.ConnectAsync(channel, _options.NativeHeaders ? options with { NativeHeaders = true } : options, cancellationToken).ConfigureAwait(false), _options.Clock);

    /// <summary>Starts a handler on a channel's messages. Returning normally acknowledges the message, unless the handler settled it otherwise;
    /// an exception is a failed delivery, which <see cref="SubscribeOptions.Redelivery"/> follows.</summary>
    /// <returns>The subscription, which listens by then.</returns>
    /// <exception cref="BrokerException">As <see cref="IBroker.ListenAsync"/>.</exception>
    /// <exception cref="MessagingException">Dead letters were asked for that the system cannot keep.</exception>
    public async ValueTask<ISubscription> SubscribeAsync(
        string channel, SubscribeOptions options, Func<ReceivedMessage, CancellationToken, ValueTask> handler, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(handler);
        ArgumentNullException.ThrowIfNull(options);
        var subscription = new Subscription(channel, options, handler, _options.Clock);
        await subscription.OpenAsync(this, cancellationToken).ConfigureAwait(false);
        return subscription;
    }

    /// <summary>Receives a channel's messages one by one, in order of arrival while <see cref="ReceiveOptions.MaxUnsettled"/> is 1. Each must be settled.
    /// Leaving the loop gives back what is not settled.</summary>
    public IAsyncEnumerable<ReceivedMessage> ReceiveAsync(string channel, ReceiveOptions options, CancellationToken cancellationToken) =>
        new MessageStream(this, channel, options).ReadAsync(cancellationToken);

    /// <summary>Receives a channel's messages in batches of at most <see cref="ReceiveOptions.BatchSizeMax"/>, which wait at most
    /// <see cref="ReceiveOptions.BatchTimeout"/> for their last. Each message is settled by itself.</summary>
    public IAsyncEnumerable<IReadOnlyList<ReceivedMessage>> ReceiveBatchesAsync(string channel, ReceiveOptions options, CancellationToken cancellationToken) =>
        new MessageStream(this, channel, options).ReadBatchesAsync(cancellationToken);

    /// <summary>The dead letters of a channel: to list, send again or remove.</summary>
    public DeadLetterChannel DeadLettersOf(string channel) => new(this, channel);

    /// <summary>Removes what a channel left on the server; see <see cref="IBroker.DeleteChannelAsync"/>.</summary>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => _broker.DeleteChannelAsync(channel, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _broker.DisposeAsync();

    internal ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        _broker.ListenAsync(channel, options, handler, cancellationToken);
}
