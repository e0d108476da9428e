using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ;

/// <summary>What ActiveMQ promises, which is the same through any client.</summary>
internal static class ActiveMQGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Accepted: the server answered for the message (STOMP: a receipt) and keeps it in memory. Persisted: sent as persistent; "
            + "the server answers after its journal has it on disk. Buffered: no answer is asked for; the bytes are on their way out.",
        ClientCrash: "Messages that were Accepted or Persisted. What a crashed listener had not acknowledged goes to another one, marked as redelivered.",
        ServerCrash: "Messages that were Persisted; the others are lost with the server's memory.",
        Ordering: "Per connection, to one listener that handles one message at a time; a redelivered message comes late.",
        LargestMessage: "This client's own limit (max-message-bytes, 16 MiB by default), less one byte for the status of an answer: Artemis has none "
            + "but holds messages in its heap, classic takes 100 MiB.",
        CompetingConsumers: "All listeners of the queue share it, whatever their group; each message is acknowledged by itself after it was handled. "
            + "A message whose handler threw and that wanted no answer is not acknowledged and delivered again by the same listener; when that ends, by another. One that is given up is refused (NACK): classic moves it to its dead-letter queue if it is persistent, Artemis drops it.");
}
