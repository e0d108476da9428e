using System.Buffers;
using Apache.NMS;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>One consumer of a queue or topic, which acknowledges each message by itself.</summary>
internal sealed class ActiveMQOfficialListener : LinkedDispatcher<NmsDelivery, NmsSession>
{
    // To acknowledge a message, the library looks through all that it gave out and that are not acknowledged, newest first, and
    // makes 144 bytes for each: what waits here for its handler, or for its acknowledgement to be sent, is kept short. The rest
    // of the prefetch waits in the library, where it costs nothing.
    private const int WaitingMax = 32;

    private readonly ActiveMQOfficialBroker _broker;
    private readonly ActiveMQDestination _destination;
    private IMessageProducer _answers = null!;

    public ActiveMQOfficialListener(ActiveMQOfficialBroker broker, ActiveMQDestination destination, ListenOptions options, MessageHandler handler)
        : base(options with { Prefetch = Math.Min(options.Prefetch, WaitingMax) }, handler)
    {
        _broker = broker;
        _destination = destination;
        Link = broker.CreateLink(WaitingMax, options.Prefetch, static _ => { }, Prepare, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<NmsSession> Link { get; }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => ActiveMQTraits.Limit(_broker.Options);

    /// <summary>The end of the connection gives what is not acknowledged to another consumer; until then it is kept here.</summary>
    protected override bool Redelivers(in NmsDelivery route) => true;

    /// <summary>A queue's comes again, a topic's does not.</summary>
    protected override ValueTask<bool> IsGoneAsync(NmsDelivery route, CancellationToken ending) =>
        ValueTask.FromResult(Options.Delivery == Delivery.Competing && route.Session.Ended.IsCompleted);

    /// <inheritdoc/>
    protected override bool WantsReply(in NmsDelivery route) => route.Message.NMSReplyTo is not null;

    /// <inheritdoc/>
    protected override async ValueTask ReplyAsync(NmsDelivery route, ReadOnlyMemory<byte> envelope)
    {
        // With its connection gone the server gives the request to another consumer, whose answer it will be.
        var session = route.Session;
        if (session.Ended.IsCompleted) return;
        var body = envelope.ToArray();
        await session.EnqueueAsync(() => AnswerAsync(session, route.Message, body), CancellationToken.None).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(NmsDelivery route, bool handled) =>
        route.Session.Ended.IsCompleted ? ValueTask.CompletedTask : route.Session.EnqueueAsync(() => AcknowledgeAsync(route.Message), CancellationToken.None);

    // Runs in the session's loop.
    private static Task AcknowledgeAsync(IMessage message)
    {
        try
        {
            message.Acknowledge();
        }
        catch (Exception error) when (error is NMSException or IOException or InvalidOperationException)
        {
            // With its connection gone, the server gives the message to another consumer.
        }

        return Task.CompletedTask;
    }

    private void Prepare(NmsSession session)
    {
        _answers = session.Sending.CreateProducer();
        _answers.DeliveryMode = MsgDeliveryMode.NonPersistent;
        _answers.DisableMessageID = true;
        _answers.DisableMessageTimestamp = true;
        var receiving = session.CreateSession(AcknowledgementMode.IndividualAcknowledge);
        receiving.CreateConsumer(NmsSession.Find(receiving, _destination)).Listener += message => Take(session, message);
    }

    // On the library's own thread, which is held while the handlers have more than they may: that is the back-pressure.
    private void Take(NmsSession session, IMessage message)
    {
        if (NmsBody.Of(message) is not { } body)
        {
            // It stays with the queue: the end of the connection gives it to another consumer.
            BrokerEvents.Log.MessageUnreadable(ActiveMQDrivers.Broker, $"a {message.GetType().Name} is neither bytes nor text.");
            return;
        }

        var payload = new ReadOnlySequence<byte>(body);
        if (Options.NativeHeaders) payload = NativeHeaders.Pack(NmsHeaders.Read(message), payload, message.NMSReplyTo is not null);
        var taken = TakeAsync(payload, new NmsDelivery(session, message));
        if (!taken.IsCompletedSuccessfully) taken.AsTask().GetAwaiter().GetResult();
    }

    // Runs in the session's loop.
    private async Task AnswerAsync(NmsSession session, IMessage request, byte[] body)
    {
        try
        {
            var answer = await session.Sending.CreateBytesMessageAsync(body).ConfigureAwait(false);
            answer.NMSCorrelationID = request.NMSCorrelationID;
            await _answers.SendAsync(request.NMSReplyTo, answer, MsgDeliveryMode.NonPersistent, MsgPriority.Normal, TimeSpan.Zero).ConfigureAwait(false);
        }
        catch (Exception error) when (error is NMSException or IOException or InvalidOperationException)
        {
            // The requester has gone, or the connection: its request times out or fails there.
        }
    }
}
