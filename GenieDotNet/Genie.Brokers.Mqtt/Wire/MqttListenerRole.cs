using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>The link of a listener. A lost session is resumed, so that the server sends again what was not acknowledged.</summary>
internal sealed class MqttListenerRole(MqttWireListener listener, MqttOptions options, string topicFilter, ListenOptions listenOptions) : MqttRole
{
    private readonly string _clientId = MqttBroker.NewClientId();
    private readonly SessionFate _fate = new();
    private ReceivedOnce _received = new();
    private MqttSession? _session;

    public override string TopicFilter => topicFilter;

    public override MqttQos Qos => (MqttQos)Math.Max((int)options.Qos, (int)options.RequestQos);

    public override HandlerBacklog Backlog => listener.Backlog;

    public override bool AnswersInline => listenOptions.InlineHandler;

    public override MqttIdentity Identify() => new(
        _clientId, CleanStart: _session is null, (uint)options.SessionExpiry.TotalSeconds, Math.Min(listenOptions.Prefetch, ushort.MaxValue));

    public override void OnOpened(MqttSession session, bool isResumed)
    {
        session.IsResumed = _fate.Begin(isResumed);
        if (!isResumed) Volatile.Write(ref _received, new ReceivedOnce());
        Volatile.Write(ref _session, session);
    }

    public override ValueTask OnPublishAsync(MqttSession session, in MqttPublish publish)
    {
        if (publish.Qos != MqttQos.ExactlyOnce) return listener.TakeAsync(session, publish, null);
        var received = _received;
        return received.Arrive(publish.PacketId) switch
        {
            ReceivedOnce.Arrival.New => listener.TakeAsync(session, publish, received),
            ReceivedOnce.Arrival.Handled => session.AcknowledgeAsync(MqttPacketType.PubRec, publish.PacketId, MqttReasons.Success, FlushBy.Caller),
            _ => ValueTask.CompletedTask,
        };
    }

    public override void OnReleased(ushort packetId) => _received.Release(packetId);

    /// <summary>Says that a message at QoS 2 was handled, over whichever session is the newest: it may be a resumed one.</summary>
    public ValueTask ReceivedAsync(ReceivedOnce received, ushort packetId, byte reasonCode)
    {
        if (received != Volatile.Read(ref _received)) return ValueTask.CompletedTask;

        // 4.3.3: a receipt with an error ends the exchange, and nothing will release it.
        if (MqttReasons.IsError(reasonCode)) received.Release(packetId);
        else received.Handled(packetId);
        return _session!.AcknowledgeAsync(MqttPacketType.PubRec, packetId, reasonCode, FlushBy.Caller);
    }

    /// <summary>
    /// After UNSUBSCRIBE the server still sends what it had queued for this member, as far as acknowledgements make room. A
    /// PINGRESP with nothing before it and nothing unsettled means that this was all.
    /// </summary>
    public async Task EndSubscriptionAsync(MqttSession session, CancellationToken cancellationToken)
    {
        await session.UnsubscribeAsync(cancellationToken).ConfigureAwait(false);
        long before;
        do
        {
            await Task.WhenAny(listener.Unsettled.IdleAsync(), session.Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
            before = listener.Unsettled.Total;
            await session.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        while (listener.Unsettled.Total != before);
    }
}
