using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>
/// Sends to one topic. Answers come to a topic of its own, by their correlation-id, over a second link: the two topics may
/// be served by different brokers.
/// </summary>
internal sealed class PulsarWireConnection : MultiplexedConnection
{
    private readonly PulsarWireBroker _broker;
    private readonly string _topic;
    private readonly string _key;
    private readonly byte[] _replyTo;
    private readonly bool _confirms;
    private readonly SupervisedLink<PulsarSession> _sending;
    private readonly SupervisedLink<PulsarSession> _answers;
    private PulsarProducer? _producer;
    private BrokerException? _refused;

    public PulsarWireConnection(PulsarWireBroker broker, string topic, ConnectionOptions options)
        : base(PulsarDrivers.Broker, options)
    {
        var inbox = PulsarTopic.NewInbox(broker.Options);
        _broker = broker;
        _topic = topic;
        _key = broker.Options.SubscriptionType == PulsarSubscriptionType.KeyShared ? Guid.NewGuid().ToString("N") : "";
        _replyTo = PulsarProperties.Encode(PulsarProperties.ReplyTo, Encoding.ASCII.GetBytes(inbox));
        _confirms = options.Confirmation != Confirmation.Buffered;
        _sending = broker.CreateLink(new Sending(this), broker.Options.Link, FailAll);
        _answers = broker.CreateLink(
            new PulsarInbox(inbox, options.MaxInFlight, OnAnswer), broker.Options.Link with { OwnReadThread = options.InlineContinuations }, FailRequests);
    }

    /// <summary>Opens the links; see <see cref="IBroker.ConnectAsync"/>.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _answers.ConnectAsync(cancellationToken).ConfigureAwait(false);
        await _sending.ConnectAsync(cancellationToken).ConfigureAwait(false);
        await _broker.DescribeDelayAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) return ValueTask.FromException(refused);
        if (!_sending.TryGet(out var session)) return SendAfterAsync(SendingAsync(cancellationToken), message, cancellationToken);
        if (PulsarTraits.Limit(session.MessageBytesMax).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        return _confirms
            ? SendConfirmedAsync(message, cancellationToken)
            : Volatile.Read(ref _producer)!.PostAsync(Message(message), default, FlushBy.Background, cancellationToken);
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        await SendingAsync(cancellationToken).ConfigureAwait(false);
        await Volatile.Read(ref _producer)!.FlushAsync(cancellationToken).ConfigureAwait(false);
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!_answers.TryGet(out _)) return PostAfterAsync(_answers.GetAsync(Options.RequestTimeout, cancellationToken), message, correlation, cancellationToken);
        if (!_sending.TryGet(out var session)) return PostAfterAsync(SendingAsync(cancellationToken), message, correlation, cancellationToken);
        if (PulsarTraits.Limit(session.MessageBytesMax).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        return Volatile.Read(ref _producer)!.PostAsync(
            Message(message) with { Property = _replyTo, Correlation = correlation, HasCorrelation = true }, new PulsarSend(PulsarSendKind.Request, correlation), FlushBy.Caller, cancellationToken);
    }

    /// <inheritdoc/>
    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        // While receipts are on their way, what comes may as well wait for company.
        var producer = Volatile.Read(ref _producer)!;
        var flushBy = producer.Unanswered > 0 ? FlushBy.Background : FlushBy.Caller;
        return producer.PostAsync(Message(message), new PulsarSend(PulsarSendKind.Publication, correlation), flushBy, cancellationToken);
    }

    /// <inheritdoc/>
    protected override ValueTask DisposeCoreAsync() => new(Task.WhenAll(_sending.DisposeAsync().AsTask(), _answers.DisposeAsync().AsTask()));

    private PulsarMessage Message(ReadOnlyMemory<byte> message)
    {
        if (!Options.NativeHeaders) return new PulsarMessage(message);
        var (properties, key, body) = _broker.Headers.Unpack(message, _broker.Limit);
        return new PulsarMessage(body, properties.Count == 0 && key.Length == 0 ? null : MessageProperties.Of(properties, key));
    }

    private ValueTask<PulsarSession> SendingAsync(CancellationToken cancellationToken) => _sending.GetAsync(Options.RequestTimeout, cancellationToken);

    private void OnAnswer(in PulsarSingleMessage answer)
    {
        if (Correlation.TryParse(answer.Correlation, out var correlation)) Complete(correlation, answer.Payload);
    }

    private void OnSettled(PulsarSend send, BrokerException? error)
    {
        switch (send.Kind)
        {
            case PulsarSendKind.Publication:
                Confirm(send.Correlation, error);
                break;
            case PulsarSendKind.Request when error is not null:
                Fail(send.Correlation, error);
                break;
            case PulsarSendKind.Unconfirmed when error is not null:
                Volatile.Write(ref _refused, error);
                break;
            default:
                break;
        }
    }

    private sealed class Sending(PulsarWireConnection connection) : PulsarRole
    {
        private readonly PulsarPartitionChoice _choice = new(connection._broker.Options.ProducerName);
        private string _chosen = "";

        public override string Topic => connection._topic;

        public override bool CreatesTopic => true;

        public override string Choose(string topic, int partitions) => _chosen = _choice.Of(topic, partitions);

        public override async ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken)
        {
            var producer = await session.CreateProducerAsync(
                _chosen, connection._broker.Options.ProducerName, connection._key, connection.OnSettled, cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref connection._producer, producer);
        }
    }
}
