namespace Genie.Brokers.ActiveMQ;

/// <summary>Where messages go.</summary>
/// <param name="Name">Its name, without what a protocol puts before it.</param>
/// <param name="IsTopic">True for a topic, whose messages go to each consumer that is there; false for a queue.</param>
internal readonly record struct ActiveMQDestination(string Name, bool IsTopic)
{
    /// <summary>A channel's queue, or its topic for messages to every listener.</summary>
    /// <exception cref="BrokerSettingException">See <see cref="ActiveMQQueue.Of"/>.</exception>
    public static ActiveMQDestination Of(ActiveMQOptions options, string channel, Delivery delivery) =>
        new(ActiveMQQueue.Of(options, channel), delivery == Delivery.Broadcast);
}
