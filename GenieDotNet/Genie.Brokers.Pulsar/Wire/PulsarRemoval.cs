using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Removes one subscription of a topic, or of one of its partitions, if both are there.</summary>
internal sealed class PulsarRemoval(PulsarOptions options, string topic, int partition, string group, string channel) : PulsarRole
{
    private string _chosen = "";

    public override string Topic => topic;

    /// <summary>How many partitions the topic has; 0 for none. Known once the link is open.</summary>
    public int Partitions { get; private set; }

    public override string Choose(string topic, int partitions)
    {
        Partitions = partitions;
        return _chosen = partitions == 0 ? topic : PulsarTopic.PartitionOf(topic, partition);
    }

    public override async ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken)
    {
        try
        {
            await session.SubscribeAsync(_chosen, group, SubscriptionTypes.Of(options.SubscriptionType), isDurable: true, createsTopic: false, cancellationToken).ConfigureAwait(false);
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
