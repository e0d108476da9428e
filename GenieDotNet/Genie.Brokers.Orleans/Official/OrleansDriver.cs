using Genie.Brokers.Drivers;

namespace Genie.Brokers.Orleans.Official;

/// <summary>Grains in silos of Microsoft Orleans.</summary>
internal sealed class OrleansDriver() : BrokerDriver<OrleansOptions>(Description)
{
    // Orleans makes objects of each call and of each answer, on both sides, and more where it is short of processors; a message is a call too.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<OrleansDriver>(
        OrleansDrivers.Name,
        "Microsoft.Orleans.Server",
        new GuaranteeCard(
            Confirmation: "Buffered: Orleans' client has the message. Its queue has no bound; the driver lets no more messages be unanswered by their grain than may be in flight. "
                + "Accepted: the grain has answered that a listener of its silo has the message, in memory.",
            ClientCrash: "What the silo had received.",
            ServerCrash: "There is no server. If a silo dies, what its grains had not handled is lost, and what is under way to it: requests end with an error at once where the client was connected to it, by their timeout at the latest where another silo passed them on, "
                + "buffered messages without one. Its grains are activated elsewhere after three probe-timeouts. With the first silo the cluster ends: its list of members was there.",
            Ordering: "None is promised, by Orleans neither: messages that follow each other closely can pass each other, also on their way to one grain.",
            LargestMessage: "16 MiB, set by max-message-bytes; Orleans' MaxMessageBodySize, 100 MB, is not reached.",
            CompetingConsumers: "A channel is 16 grains (streams), placed at random on the silos; each hands its messages to its silo's listeners round-robin. Connections are spread over the grains."),
        new AllocationBounds(20 * 1024, 24 * 1024));

    /// <inheritdoc/>
    public override IBroker Create(OrleansOptions options) => new OrleansBroker(options);
}
