using System.Buffers;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using MQTTnet;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>One member of a shared subscription, or a subscriber by itself. Messages at QoS 1 and 2 are acknowledged once handled.</summary>
internal sealed class MqttOfficialListener : MqttListener<MqttOfficialDelivery, MqttOfficialSession>
{
    private readonly MqttOfficialListenerRole _role;

    public MqttOfficialListener(MqttOfficialBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(broker, options, handler, isFedByReadLoop: false)
    {
        _role = new MqttOfficialListenerRole(this, broker.Options, MqttTraits.TopicFilter(broker.Options, options, channel), options);
        Link = broker.CreateLink(_role, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<MqttOfficialSession> Link { get; }

    /// <inheritdoc/>
    protected override Task UnsubscribeAsync(MqttOfficialSession session, CancellationToken cancellationToken) => _role.EndSubscriptionAsync(session, cancellationToken);

    /// <summary>Takes a message from the link.</summary>
    public async Task TakeAsync(MqttOfficialSession session, MqttApplicationMessageReceivedEventArgs message)
    {
        var publication = message.ApplicationMessage;
        var expiry = !ResponseTopic.IsName(publication.ResponseTopic) || publication.MessageExpiryInterval == 0 ? 0 : RequestExpiry.TickOf(publication.MessageExpiryInterval);
        var (route, payload) = (new MqttOfficialDelivery(session, message, expiry), publication.Payload);
        if (Options.NativeHeaders) payload = NativeHeaders.Pack(OfficialHeaders.Read(publication.UserProperties), payload, WantsReply(route));
        Unsettled.Add();
        await TakeAsync(payload, route).ConfigureAwait(false);
    }

    /// <summary>It comes again over the resumed session, ahead of what is new there.</summary>
    protected override ValueTask<bool> IsGoneAsync(MqttOfficialDelivery route, CancellationToken ending) =>
        !Redelivers(route) || !route.Session.Ended.IsCompleted ? ValueTask.FromResult(false) : SessionFate.ComesAgainAsync(route.Session.IsResumed, ending);

    /// <summary>At QoS 1 and 2 an unacknowledged message comes again over a resumed session; until then it is kept here.</summary>
    protected override bool Redelivers(in MqttOfficialDelivery route) =>
        route.Message.ApplicationMessage.QualityOfServiceLevel != MqttQualityOfServiceLevel.AtMostOnce;

    /// <inheritdoc/>
    protected override ValueTask ReturnAsync(MqttOfficialDelivery route)
    {
        Unsettled.Remove();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override bool IsExpired(in MqttOfficialDelivery route) => RequestExpiry.IsOver(route.Expiry);

    /// <inheritdoc/>
    protected override bool WantsReply(in MqttOfficialDelivery route) => ResponseTopic.IsName(route.Message.ApplicationMessage.ResponseTopic);

    /// <inheritdoc/>
    protected override async ValueTask ReplyAsync(MqttOfficialDelivery route, ReadOnlyMemory<byte> envelope)
    {
        var request = route.Message.ApplicationMessage;
        var answer = new MqttApplicationMessage
        {
            Topic = request.ResponseTopic,
            CorrelationData = request.CorrelationData,
            QualityOfServiceLevel = (MqttQualityOfServiceLevel)(int)Broker.Options.RequestQos,
            Payload = new ReadOnlySequence<byte>(envelope),
        };
        try
        {
            // The requester waits on the server, not on this session: another one will do, but nothing waits for it.
            var session = route.Session;
            if (session.Ended.IsCompleted && !Link.TryGet(out session)) throw await route.Session.Ended.ConfigureAwait(false);
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

            // A failed request is settled by its error's answer; a message that is given up is refused.
            if (!handled && !WantsReply(route)) route.Message.ReasonCode = MqttApplicationMessageReceivedReasonCode.ImplementationSpecificError;
            await route.Message.AcknowledgeAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            Unsettled.Remove();
        }
    }
}
