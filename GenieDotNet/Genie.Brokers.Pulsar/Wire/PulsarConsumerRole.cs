using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Takes an entry; see <see cref="PulsarRole.OnEntryAsync"/>.</summary>
internal delegate ValueTask PulsarEntryHandler(PulsarSession session, in PulsarEntryFrame entry);

/// <summary>A listener's consumer of a topic without partitions, or of one partition.</summary>
/// <param name="options">The broker's settings.</param>
/// <param name="listenOptions">The listener's.</param>
/// <param name="topic">The topic as it is called whether it has partitions or not.</param>
/// <param name="partition">Which one, from 0; a topic without partitions is the first.</param>
/// <param name="take">Takes each entry.</param>
/// <param name="backlog">What waits for the listener's handlers.</param>
internal sealed class PulsarConsumerRole(PulsarOptions options, ListenOptions listenOptions, string topic, int partition, PulsarEntryHandler take, HandlerBacklog backlog) : PulsarRole
{
    private string _chosen = "";

    /// <inheritdoc/>
    public override string Topic => topic;

    /// <inheritdoc/>
    public override bool CreatesTopic => true;

    /// <inheritdoc/>
    public override HandlerBacklog Backlog => backlog;

    /// <summary>How many partitions the topic has; 0 for none. Known once the link is open.</summary>
    public int Partitions { get; private set; }

    /// <inheritdoc/>
    public override string Choose(string topic, int partitions)
    {
        if (partition > 0 && partition >= partitions) throw new LinkLostException(PulsarDrivers.Broker, $"{topic} has no partition {partition} any more");
        Partitions = partitions;
        return _chosen = partitions == 0 ? topic : PulsarTopic.PartitionOf(topic, partition);
    }

    /// <inheritdoc/>
    public override async ValueTask BeginAsync(PulsarSession session, CancellationToken cancellationToken)
    {
        // To get every message, a listener has a subscription by itself, which ends with its connection.
        var subscribed = listenOptions.Delivery == Delivery.Broadcast
            ? session.SubscribeAsync(_chosen, PulsarTopic.NewReader(), CommandSubscribe.Types.SubType.Exclusive, isDurable: false, createsTopic: true, cancellationToken)
            : session.SubscribeAsync(_chosen, listenOptions.Group, SubscriptionTypes.Of(options.SubscriptionType), isDurable: true, createsTopic: true, cancellationToken);
        await subscribed.ConfigureAwait(false);
        await session.PermitAsync(Math.Max(1, listenOptions.Prefetch / Math.Max(1, Partitions)), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override ValueTask OnEntryAsync(PulsarSession session, in PulsarEntryFrame entry) => take(session, entry);
}
