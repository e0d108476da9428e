using Genie.Brokers.Drivers;

namespace Genie.Brokers.Pulsar;

/// <summary>What Pulsar promises, which is the same through any client.</summary>
internal static class PulsarGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Persisted: the broker's receipt on a persistent topic; its bookies have the message in their journal, which they write to disk first "
            + "(journalSyncData=true, their default; a server with that off confirms from memory and does not tell). Standalone has one bookie, so one disk. "
            + "Accepted: the same receipt; on a non-persistent topic (pulsar.persistent=false) the broker has passed the message on and stored nothing. "
            + "Buffered: the receipt is not waited for; the message is in the client's batch or send buffer, or on its way.",
        ClientCrash: "What was confirmed. What a crashed listener had not acknowledged goes to another one.",
        ServerCrash: "What was confirmed on a persistent topic. Acknowledgements of the last moments can be lost, so that handled messages come again. Nothing of a non-persistent topic.",
        Ordering: "Per connection, to one listener of concurrency 1; redelivered messages come late. With KeyShared per connection also among several listeners.",
        LargestMessage: "maxMessageSize of the broker (5 MiB by default), less 10 KiB for what is stored beside the payload and one byte for the status of an answer.",
        CompetingConsumers: "The listeners of a group share one subscription, of the type pulsar.subscription-type: Shared by default. A new group begins with what is sent from then on. "
            + "A message whose handler threw and that wanted no answer is not acknowledged and delivered again by the same listener; when that ends, by another. "
            + "A non-persistent topic drops what a listener has no room for.");
}
