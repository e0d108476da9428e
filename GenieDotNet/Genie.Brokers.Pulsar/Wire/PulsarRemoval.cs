using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Removes one subscription of a topic, if both are there.</summary>
internal sealed class PulsarRemoval(PulsarOptions options, string topic, string group, string channel) : PulsarRole
{
    public override string Topic => topic;

    public override async ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken)
    {
        try
        {
            await session.SubscribeAsync(topic, group, SubscriptionTypes.Of(options.SubscriptionType), isDurable: true, createsTopic: false, cancellationToken).ConfigureAwait(false);
            await session.UnsubscribeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (PulsarRefusedException error) when (error.Code is ServerError.TopicNotFound or ServerError.SubscriptionNotFound)
        {
            // There is nothing to remove.
        }
        catch (PulsarRefusedException error) when (error.Code == ServerError.ConsumerBusy || error.Message.Contains("active connected consumers", StringComparison.Ordinal)
            || error.Message.Contains("Unconnected or shared consumer", StringComparison.Ordinal))
        {
            throw new ChannelInUseException(PulsarDrivers.Broker, channel, error);
        }
    }
}
