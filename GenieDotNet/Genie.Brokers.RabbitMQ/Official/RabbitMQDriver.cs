using Genie.Brokers.Drivers;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>RabbitMQ through RabbitMQ.Client.</summary>
public sealed class RabbitMQDriver() : BrokerDriver<RabbitMQOptions>(Description)
{
    // The library makes strings and objects of every message's properties.
    internal static DriverDescription Description { get; } = DriverDescription.OfPackage<RabbitMQDriver>(
        RabbitMQDrivers.Broker,
        "RabbitMQ.Client",
        new GuaranteeCard(
            Confirmation: "Accepted: the server confirmed that the message is in its queue. Persisted: the same with a persistent message in a durable queue, "
                + "which the server confirms after writing it to disk. Buffered: in the client library's queue of at most 128 frames or with the operating system; "
                + "no queue or a lost link then loses it silently.",
            ClientCrash: "What was confirmed. A message that a listener had not acknowledged is delivered again, to another listener.",
            ServerCrash: "Persisted messages and, with durable=true, the queues. Accepted and buffered ones are gone. "
                + "A server killed within moments of a queue's first declaration can lose the queue and what it confirmed for it (seen with 3.10.8).",
            Ordering: "Sends of one connection reach one listener in the order sent; redelivered messages come out of order. "
                + "Where confirmations are on, requests travel beside sends and may overtake them.",
            LargestMessage: "max_message_size of the server: 16 MiB since 4.0, 128 MiB from 3.8 to 3.13; the driver refuses more than max-message-bytes (16 MiB), less one byte.",
            CompetingConsumers: "One queue a channel; its listeners share it whatever their group is named, each holding at most its prefetch."),
        new AllocationBounds(4096, 1024));

    /// <inheritdoc/>
    public override IBroker Create(RabbitMQOptions options) => new RabbitMQBroker(options);
}
