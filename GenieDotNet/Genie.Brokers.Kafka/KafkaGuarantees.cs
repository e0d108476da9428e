using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka;

/// <summary>What may be relied on; the same through every client.</summary>
internal static class KafkaGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Accepted: every in-sync replica has the message (acks=all), in memory; Kafka writes to disk later. Buffered: the client's bounded queue has it and sends it until the cluster answers or the request time-out is over; a flush tells what failed.",
        ClientCrash: "Everything accepted; what waited in the client's queue is gone. Handled messages that were not yet committed (100 ms by default) come again.",
        ServerCrash: "Everything accepted, if the machine or another replica lives on. The idempotent producer sends again what was under way, without doubling it.",
        Ordering: "Kept within a partition; by default a connection spreads its messages over all of them, with kafka.ordered it uses one.",
        LargestMessage: "1 MiB, set for the topics that the driver creates (kafka.max-message-bytes); less where the topic's own max.message.bytes takes less, which is asked for when a connection or listener opens. Batches keep to it.",
        CompetingConsumers: "One consumer group a channel; each partition belongs to one listener, so that 8 by default can share.");
}
