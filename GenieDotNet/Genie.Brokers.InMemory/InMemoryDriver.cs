using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>Offers <see cref="InMemoryBroker"/> by name.</summary>
public sealed class InMemoryDriver() : BrokerDriver<InMemoryOptions>(Description)
{
    internal static DriverDescription Description { get; } = DriverDescription.OfWire<InMemoryDriver>(
        InMemoryBroker.Name,
        new GuaranteeCard(
            Confirmation: "Buffered: the bounded queue has the message. Accepted: a listener's handler has ended with it.",
            ClientCrash: "Nothing: client, queue and listener are one process.",
            ServerCrash: "There is no server.",
            Ordering: "Messages of one caller reach one listener of concurrency 1 in the order sent.",
            LargestMessage: "16 MiB, set by max-payload-bytes.",
            CompetingConsumers: "Listeners take messages from one queue as they become free; messages wait for the first listener.")) with
    {
        InProcess = true,
    };

    /// <inheritdoc/>
    public override IBroker Create(InMemoryOptions options) => new InMemoryBroker(options);
}
