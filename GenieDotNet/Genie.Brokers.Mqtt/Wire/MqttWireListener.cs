using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>One member of a shared subscription (MQTT 5.0 section 4.8.2). Messages at QoS 1 and 2 are acknowledged once handled.</summary>
internal sealed class MqttWireListener : MessageDispatcher<MqttDelivery>
{
    private readonly MqttWireBroker _broker;
    private readonly MqttListenerRole _role;
    private readonly SupervisedLink<MqttSession> _link;

    public MqttWireListener(MqttWireBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        _broker = broker;
        _role = new MqttListenerRole(this, broker.Options, MqttTraits.SharedTopicFilter(broker.Options, options.Group, channel), options);
        _link = broker.CreateLink(_role, static _ => { });
    }

    /// <summary>Messages that came and are not settled.</summary>
    public UnsettledCount Unsettled { get; } = new();

    /// <summary>Subscribes; see <see cref="IBroker.ListenAsync"/>.</summary>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await EndRedeliveriesAsync().ConfigureAwait(false);
        await LeaveAsync(async cancellationToken =>
        {
            await _link.RetireAsync(cancellationToken).ConfigureAwait(false);
            if (_link.TryGet(out var session)) await _role.EndSubscriptionAsync(session, cancellationToken).ConfigureAwait(false);
        }).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await _link.DisposeAsync().ConfigureAwait(false);
        _broker.Forget(this);
    }

    /// <summary>Takes a message from the link.</summary>
    public ValueTask TakeAsync(MqttSession session, in MqttPublish publish, ReceivedOnce? received)
    {
        Unsettled.Add();
        var reply = publish.ResponseTopic.IsEmpty ? null : MqttReplyRoute.Rent(publish.ResponseTopic, publish.CorrelationData);
        return TakeAsync(publish.Payload, new MqttDelivery(session, reply, publish.Qos, publish.PacketId, received));
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => new(MqttDrivers.Broker, _broker.MaxPayloadBytes);

    /// <inheritdoc/>
    protected override IHeldOutput? AnswerOutput => _link.TryGet(out var session) ? session.Writer : null;

    /// <summary>At QoS 1 and 2 an unacknowledged message comes again over a resumed session; until then it is kept here.</summary>
    protected override bool Redelivers(in MqttDelivery route) => route.Qos != MqttQos.AtMostOnce;

    /// <inheritdoc/>
    protected override ValueTask ReturnAsync(MqttDelivery route)
    {
        Forget(route);
        return ValueTask.CompletedTask;
    }

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
            if (session.Ended.IsCompleted && !_link.TryGet(out session)) throw await route.Session.Ended.ConfigureAwait(false);
            await session.Writer.WriteAsync(
                await FrameAsync(session, route.Reply!, envelope).ConfigureAwait(false), FlushBy.Caller, CancellationToken.None).ConfigureAwait(false);
        }
        catch
        {
            // What cannot be answered is not settled either.
            Forget(route);
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
            Forget(route);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<PublishFrame> FrameAsync(MqttSession session, MqttReplyRoute reply, ReadOnlyMemory<byte> envelope)
    {
        var qos = session.Limit(_broker.Options.RequestQos);
        ushort packetId = 0;
        var outgoing = new MqttOutgoing(MqttOutgoingKind.Reply, default);
        if (qos != MqttQos.AtMostOnce && !session.Outbox.TryTake(outgoing, out packetId))
            packetId = await session.Outbox.TakeAsync(outgoing, _broker.Options.ConnectTimeout, CancellationToken.None).ConfigureAwait(false);
        return new PublishFrame
        {
            Topic = reply.Topic,
            Qos = qos,
            PacketId = packetId,
            Properties = reply.Properties,
            Payload = envelope,
        };
    }

    private void Forget(in MqttDelivery route)
    {
        route.Reply?.Return();
        Unsettled.Remove();
    }
}
