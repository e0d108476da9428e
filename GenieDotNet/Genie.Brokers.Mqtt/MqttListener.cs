using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt;

/// <summary>One member of a shared subscription, or a subscriber by itself (MQTT 5.0 section 4.8.2), through either client.</summary>
/// <inheritdoc cref="LinkedDispatcher{TRoute, TSession}"/>
internal abstract class MqttListener<TRoute, TSession>(MqttBroker broker, ListenOptions options, MessageHandler handler, bool isFedByReadLoop)
    : LinkedDispatcher<TRoute, TSession>(options, handler, isFedByReadLoop)
    where TSession : class, ILinkSession
{
    /// <summary>Messages that came and are not settled.</summary>
    public UnsettledCount Unsettled { get; } = new();

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => broker.Limit;

    protected MqttBroker Broker => broker;

    /// <summary>Unsubscribes and waits until everything that came is settled.</summary>
    protected abstract Task UnsubscribeAsync(TSession session, CancellationToken cancellationToken);

    /// <inheritdoc/>
    protected override async Task EndSubscriptionAsync(TSession session, CancellationToken cancellationToken)
    {
        // What waits for another delivery would be unsettled until then.
        await EndRedeliveriesAsync().ConfigureAwait(false);
        await UnsubscribeAsync(session, cancellationToken).ConfigureAwait(false);
    }
}
