using System.Runtime.CompilerServices;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>One member of a shared subscription, or a subscriber by itself (MQTT 5.0 section 4.8.2). Messages at QoS 1 and 2 are acknowledged once handled.</summary>
internal sealed class MqttWireListener : MqttListener<MqttDelivery, MqttSession>
{
    private readonly MqttListenerRole _role;

    public MqttWireListener(MqttWireBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(broker, options, handler, isFedByReadLoop: true)
    {
        _role = new MqttListenerRole(this, broker.Options, MqttTraits.TopicFilter(broker.Options, options, channel), options);
        Link = broker.CreateLink(_role, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<MqttSession> Link { get; }

    /// <inheritdoc/>
    protected override Task UnsubscribeAsync(MqttSession session, CancellationToken cancellationToken) => _role.EndSubscriptionAsync(session, cancellationToken);

    /// <summary>Takes a message from the link.</summary>
    public ValueTask TakeAsync(MqttSession session, in MqttPublish publish, ReceivedOnce? received)
    {
        Unsettled.Add();
        var reply = ResponseTopic.IsName(publish.ResponseTopic) ? MqttReplyRoute.Rent(publish.ResponseTopic, publish.CorrelationData) : null;
        var message = Options.NativeHeaders ? NativeHeaders.Pack(UserProperties.Read(publish.Properties), publish.Payload, reply is not null) : publish.Payload;
        return TakeAsync(message, new MqttDelivery(session, reply, publish.Qos, publish.PacketId, received, reply is null ? 0 : RequestExpiry.TickOf(publish.ExpirySeconds)));
    }

    /// <inheritdoc/>
    protected override IHeldOutput? AnswerOutput => Link.TryGet(out var session) ? session.Writer : null;

    /// <summary>At QoS 1 it comes again over the resumed session, ahead of what is new there; at QoS 2 a repetition is detected (<see cref="ReceivedOnce"/>).</summary>
    protected override ValueTask<bool> IsGoneAsync(MqttDelivery route, CancellationToken ending) =>
        route.Qos != MqttQos.AtLeastOnce || !route.Session.Ended.IsCompleted ? ValueTask.FromResult(false) : SessionFate.ComesAgainAsync(route.Session.IsResumed, ending);

    /// <summary>At QoS 1 and 2 an unacknowledged message comes again over a resumed session; until then it is kept here.</summary>
    protected override bool Redelivers(in MqttDelivery route) => route.Qos != MqttQos.AtMostOnce;

    /// <inheritdoc/>
    protected override ValueTask ReturnAsync(MqttDelivery route)
    {
        Release(route);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override bool IsExpired(in MqttDelivery route) => RequestExpiry.IsOver(route.Expiry);

    /// <inheritdoc/>
    protected override bool WantsReply(in MqttDelivery route) => route.Reply is not null;

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask ReplyAsync(MqttDelivery route, ReadOnlyMemory<byte> envelope)
    {
        try
        {
            // The requester waits on the server, not on this session: another one will do, but nothing waits for it.
            var session = route.Session;
            if (session.Ended.IsCompleted && !Link.TryGet(out session)) throw await route.Session.Ended.ConfigureAwait(false);
            await session.Writer.WriteAsync(
                await FrameAsync(session, route.Reply!, envelope).ConfigureAwait(false), FlushBy.Caller, CancellationToken.None).ConfigureAwait(false);
        }
        catch
        {
            // What cannot be answered is not settled either.
            Release(route);
            throw;
        }
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask SettleAsync(MqttDelivery route, bool handled)
    {
        try
        {
            // A failed request is settled by its error's answer; a message that is given up is refused.
            var code = handled || route.Reply is not null ? MqttReasons.Success : MqttReasons.ImplementationSpecificError;
            if (route.Qos == MqttQos.AtLeastOnce)
                await route.Session.AcknowledgeAsync(MqttPacketType.PubAck, route.PacketId, code, FlushBy.Caller).ConfigureAwait(false);
            else if (route.Qos == MqttQos.ExactlyOnce)
                await _role.ReceivedAsync(route.Received!, route.PacketId, code).ConfigureAwait(false);
        }
        finally
        {
            Release(route);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<PublishFrame> FrameAsync(MqttSession session, MqttReplyRoute reply, ReadOnlyMemory<byte> envelope)
    {
        var qos = session.Limit(Broker.Options.RequestQos);
        ushort packetId = 0;
        var outgoing = new MqttOutgoing(MqttOutgoingKind.Reply, default);
        if (qos != MqttQos.AtMostOnce && !session.Outbox.TryTake(outgoing, out packetId))
            packetId = await session.Outbox.TakeAsync(outgoing, Broker.Options.ConnectTimeout, CancellationToken.None).ConfigureAwait(false);
        return new PublishFrame
        {
            Topic = reply.Topic,
            Qos = qos,
            PacketId = packetId,
            Properties = reply.Properties,
            Payload = envelope,
        };
    }

    private void Release(in MqttDelivery route)
    {
        route.Reply?.Return();
        Unsettled.Remove();
    }
}
