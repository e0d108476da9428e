using Genie.Brokers.Drivers;

namespace Genie.Brokers.Grains;

/// <summary>Offers <see cref="GrainsBroker"/> by name.</summary>
public sealed class GrainsDriver() : BrokerDriver<GrainsOptions>(Description)
{
    internal static DriverDescription Description { get; } = DriverDescription.OfWire<GrainsDriver>(
        GrainsDrivers.Name,
        new GuaranteeCard(
            Confirmation: "Buffered: the message is in the mailbox of its grain, which is bounded (mailbox-capacity); further senders wait.",
            ClientCrash: "Nothing: client and listener are one process.",
            ServerCrash: "There is no server.",
            Ordering: "Messages of one connection reach one listener of Concurrency 1 in the order sent: a connection sends to one grain.",
            LargestMessage: "16 MiB, set by max-message-bytes.",
            CompetingConsumers: "A channel is 16 virtual grains (streams), over which its connections are spread; each hands its messages to the channel's listeners round-robin.")) with
    {
        InProcess = true,

        // A mailbox gives its room back when it is empty, and a sender that waits for room is an object.
        Allocations = new(512, 512),
    };

    /// <inheritdoc/>
    public override IBroker Create(GrainsOptions options) => new GrainsBroker(options);
}
