using Genie.Brokers.Mqtt.Wire;
using MQTTnet;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>The link of a listener. A lost session is resumed, so that the server sends again what was not acknowledged.</summary>
internal sealed class MqttOfficialListenerRole(MqttOfficialListener listener, MqttOptions options, string topicFilter, ListenOptions listenOptions) : MqttOfficialRole
{
    private readonly string _clientId = MqttBroker.NewClientId();
    private readonly SessionFate _fate = new();
    private TaskCompletionSource _markerSeen = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _wasOpened;

    public override string TopicFilter => topicFilter;

    public override MqttQos Qos => (MqttQos)Math.Max((int)options.Qos, (int)options.RequestQos);

    private string MarkerTopic => options.ReplyPrefix + _clientId;

    public override MqttIdentity Identify()
    {
        var identity = new MqttIdentity(_clientId, CleanStart: !_wasOpened, (uint)options.SessionExpiry.TotalSeconds, Math.Min(listenOptions.Prefetch, ushort.MaxValue));
        _wasOpened = true;
        return identity;
    }

    public override void OnOpened(MqttOfficialSession session, bool isResumed) => session.IsResumed = _fate.Begin(isResumed);

    public override Task OnMessageAsync(MqttOfficialSession session, MqttApplicationMessageReceivedEventArgs message)
    {
        if (message.ApplicationMessage.Topic != MarkerTopic) return listener.TakeAsync(session, message);
        _markerSeen.TrySetResult();
        return Task.CompletedTask;
    }

    /// <summary>
    /// After UNSUBSCRIBE the server still sends what it had queued for this member, and the library has a queue of its own. A
    /// message to oneself comes behind both; nothing before it and nothing unsettled means that this was all.
    /// </summary>
    public async Task EndSubscriptionAsync(MqttOfficialSession session, CancellationToken cancellationToken)
    {
        await session.SubscribeAsync(MarkerTopic, MqttQos.AtMostOnce, cancellationToken).ConfigureAwait(false);
        await session.UnsubscribeAsync(topicFilter, cancellationToken).ConfigureAwait(false);
        var marker = new MqttApplicationMessage { Topic = MarkerTopic, QualityOfServiceLevel = MqttQualityOfServiceLevel.AtMostOnce };
        long before;
        do
        {
            await Task.WhenAny(listener.Unsettled.IdleAsync(), session.Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
            before = listener.Unsettled.Total;
            _markerSeen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await session.PublishAsync(marker, cancellationToken).ConfigureAwait(false);
            if (await Task.WhenAny(_markerSeen.Task, session.Ended).WaitAsync(cancellationToken).ConfigureAwait(false) != _markerSeen.Task) return;
            await listener.Unsettled.IdleAsync().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        while (listener.Unsettled.Total != before);
    }
}
