using Apache.NMS;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using NmsBytesMessage = Apache.NMS.ActiveMQ.Commands.ActiveMQBytesMessage;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>Sends to one queue or topic. Answers come to a temporary queue, by JMSCorrelationID.</summary>
internal sealed class ActiveMQOfficialConnection : LinkedConnection<NmsSession>
{
    private readonly ActiveMQOfficialBroker _broker;
    private readonly ActiveMQDestination _destination;
    private readonly bool _confirms;
    private readonly bool _persists;
    private IMessageProducer _producer = null!;
    private IDestination _inbox = null!;

    public ActiveMQOfficialConnection(ActiveMQOfficialBroker broker, ActiveMQDestination destination, ConnectionOptions options)
        : base(ActiveMQDrivers.Broker, options)
    {
        _broker = broker;
        _destination = destination;
        _confirms = options.Confirmation != Confirmation.Buffered;
        _persists = options.Confirmation == Confirmation.Persisted;

        // Everything on this connection goes to one place: what the server refuses to one message it refuses to all.
        Link = broker.CreateLink(options.MaxInFlight, options.MaxInFlight, FailAll, Prepare, OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<NmsSession> Link { get; }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        ActiveMQTraits.TooLarge(_broker.Options, message.Length) is { } tooLarge ? ValueTask.FromException(tooLarge) : SendConfirmedAsync(message, cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask FlushAsync(NmsSession session, CancellationToken cancellationToken) => await session.FlushAsync(cancellationToken).ConfigureAwait(false);

    /// <inheritdoc/>
    protected override async ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (ActiveMQTraits.TooLarge(_broker.Options, message.Length) is { } tooLarge) throw tooLarge;
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        var (headers, body) = PartsOf(message);
        await session.EnqueueAsync(() => AskAsync(session, headers, body, correlation), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        var (headers, body) = PartsOf(message);
        await session.EnqueueAsync(() => PublishAsync(session, headers, body, correlation), cancellationToken).ConfigureAwait(false);
    }

    private (IReadOnlyList<KeyValuePair<string, string>> Headers, byte[] Body) PartsOf(ReadOnlyMemory<byte> message)
    {
        if (!Options.NativeHeaders) return ([], message.ToArray());
        var (headers, body) = NativeHeaders.Unpack(message);
        foreach (var (name, _) in headers) HeaderNames.Check(name);
        return (headers, body.ToArray());
    }

    private void Prepare(NmsSession session)
    {
        _producer = session.Sending.CreateProducer(NmsSession.Find(session.Sending, _destination));
        _producer.DeliveryMode = _persists ? MsgDeliveryMode.Persistent : MsgDeliveryMode.NonPersistent;
        _producer.DisableMessageID = true;
        _producer.DisableMessageTimestamp = true;
        var receiving = session.CreateSession(AcknowledgementMode.AutoAcknowledge);
        _inbox = receiving.CreateTemporaryQueue();
        receiving.CreateConsumer(_inbox).Listener += OnAnswer;
    }

    // Runs in the session's loop.
    private async Task PublishAsync(NmsSession session, IReadOnlyList<KeyValuePair<string, string>> headers, byte[] body, Correlation correlation)
    {
        Exception? failed = null;
        try
        {
            session.ThrowIfEnded();
            var message = (NmsBytesMessage)await session.Sending.CreateBytesMessageAsync(body).ConfigureAwait(false);
            NmsHeaders.Set(message, headers);
            message.ResponseRequired = _confirms;
            await _producer.SendAsync(message).ConfigureAwait(false);
            if (!_confirms)
            {
                NoteUnconfirmed(session);
                session.ThrowIfEnded();
            }
        }
        catch (Exception error)
        {
            failed = NmsErrors.Translate(error);
        }

        Confirm(correlation, failed);
    }

    // Runs in the session's loop.
    private async Task AskAsync(NmsSession session, IReadOnlyList<KeyValuePair<string, string>> headers, byte[] body, Correlation correlation)
    {
        try
        {
            session.ThrowIfEnded();
            var message = await session.Sending.CreateBytesMessageAsync(body).ConfigureAwait(false);
            NmsHeaders.Set(message, headers);
            message.NMSReplyTo = _inbox;
            message.NMSCorrelationID = correlation.ToText();
            await _producer.SendAsync(message).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Fail(correlation, NmsErrors.Translate(error));
        }
    }

    private void OnAnswer(IMessage message)
    {
        if (NmsBody.Of(message) is { } body && Correlation.TryParse(message.NMSCorrelationID, out var correlation)) Complete(correlation, body);
    }
}
