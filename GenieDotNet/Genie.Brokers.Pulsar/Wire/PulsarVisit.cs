namespace Genie.Brokers.Pulsar.Wire;

/// <summary>A link that only looks a topic up.</summary>
internal sealed class PulsarVisit(string topic) : PulsarRole
{
    public override string Topic => topic;

    public override bool CreatesTopic => true;

    /// <summary>How many partitions the topic has; 0 for none. Known once the link is open.</summary>
    public int Partitions { get; private set; }

    public override string Choose(string topic, int partitions)
    {
        Partitions = partitions;
        return base.Choose(topic, partitions);
    }
}
