namespace Genie.Brokers.Pulsar.Wire;

/// <summary>A link that only looks a topic up.</summary>
internal sealed class PulsarVisit(string topic) : PulsarRole
{
    public override string Topic => topic;
}
