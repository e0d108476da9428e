using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Where a connection's messages go: a queue through the default exchange, or every queue bound to a fanout exchange.</summary>
internal sealed class PublishTarget(string address, Delivery delivery)
{
    /// <summary>The default exchange has no name.</summary>
    public CachedString Exchange { get; } = delivery == Delivery.Broadcast ? new CachedString(address) : CachedString.Empty;

    /// <summary>The queue; a fanout exchange ignores it.</summary>
    public CachedString RoutingKey { get; } = delivery == Delivery.Broadcast ? CachedString.Empty : new CachedString(address);

    /// <summary>True if a confirmed message comes back where no queue takes it: that nobody listens to a message to all is no error.</summary>
    public bool IsMandatory { get; } = delivery == Delivery.Competing;
}
