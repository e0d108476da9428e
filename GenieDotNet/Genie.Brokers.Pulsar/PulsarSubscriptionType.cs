namespace Genie.Brokers.Pulsar;

/// <summary>How the listeners of one group share a channel: Pulsar's subscription types.</summary>
public enum PulsarSubscriptionType
{
    /// <summary>Each message goes to one of them, round-robin.</summary>
    Shared,

    /// <summary>A second listener is refused.</summary>
    Exclusive,

    /// <summary>One gets everything; another takes over when it goes.</summary>
    Failover,

    /// <summary>All messages of one connection go to the same listener: the connection is their key.</summary>
    KeyShared,
}
