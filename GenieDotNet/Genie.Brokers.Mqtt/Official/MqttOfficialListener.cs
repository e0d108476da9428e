using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using MQTTnet;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>One member of a shared subscription. Messages at QoS 1 and 2 are acknowledged once handled.</summary>
internal sealed class MqttOfficialListener : MessageDispatcher<MqttOfficialDelivery>
{
    private readonly MqttOfficialBroker _broker;
    private readonly SupervisedLink<MqttOfficialSession> _link;

    public MqttOfficialListener(MqttOfficialBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        _broker = broker;
        var role = new MqttOfficialListenerRole(this, broker.Options, MqttTraits.SharedTopicFilter(broker.Options, options.Group, channel), options);

        // Handlers that run are waited for however long they take.
        _link = broker.CreateLink(role, static _ => { }, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Messages that came and are not settled.</summary>
    public UnsettledCount Unsettled { get; } = new();

    /// <summary>Subscribes; see <see cref="IBroker.ListenAsync"/>.</summary>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
        _broker.Forget(this);
        GC.SuppressFinalize(this);
    }

    /// <summary>Takes a message from the link.</summary>
    public async Task TakeAsync(MqttOfficialSession session, MqttApplicationMessageReceivedEventArgs message)
    {
        Unsettled.Add();
        try
        {
            await DispatchAsync(message.ApplicationMessage.Payload, new MqttOfficialDelivery(session, message)).ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            // The listener is gone; the message was not acknowledged.
            Unsettled.Remove();
        }
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => new(MqttDrivers.Broker, _broker.MaxPayloadBytes);

    /// <inheritdoc/>
    protected override bool WantsReply(in MqttOfficialDelivery route) => !string.IsNullOrEmpty(route.Message.ApplicationMessage.ResponseTopic);

    /// <inheritdoc/>
    protected override async ValueTask ReplyAsync(MqttOfficialDelivery route, ReadOnlyMemory<byte> envelope)
    {
        var request = route.Message.ApplicationMessage;
        var answer = new MqttApplicationMessage
        {
            Topic = request.ResponseTopic,
            CorrelationData = request.CorrelationData,
            QualityOfServiceLevel = (MqttQualityOfServiceLevel)(int)_broker.Options.RequestQos,
            Payload = new ReadOnlySequence<byte>(envelope),
        };
        try
        {
            // The requester waits on the server, not on this session: the next one will do.
            var session = route.Session;
            if (session.Ended.IsCompleted) session = await _link.GetAsync(_broker.Options.ConnectTimeout, CancellationToken.None).ConfigureAwait(false);
            await session.PublishAsync(answer, CancellationToken.None).ConfigureAwait(false);
        }
        catch
        {
            // What cannot be answered is not settled either.
            Unsettled.Remove();
            throw;
        }
    }

    /// <inheritdoc/>
    protected override async ValueTask SettleAsync(MqttOfficialDelivery route, bool handled)
    {
        try
        {
            if (route.Message.ApplicationMessage.QualityOfServiceLevel == MqttQualityOfServiceLevel.AtMostOnce || route.Session.Ended.IsCompleted) return;

            // A failed request is settled by its error's answer. A failed message without one would fail again and again.
            if (!handled && !WantsReply(route)) route.Message.ReasonCode = MqttApplicationMessageReceivedReasonCode.ImplementationSpecificError;
            await route.Message.AcknowledgeAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Unsettled.Remove();
        }
    }
}
