using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats;

/// <summary>What core NATS promises, which is the same through any client.</summary>
internal static class NatsGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Buffered: the bytes are on their way out, in the client's bounded send buffer or the operating system's. "
            + "Accepted: the server answered a PING sent after the message; it works through a connection in order, so it has routed the message. Nothing is stored.",
        ClientCrash: "Messages that were Accepted; Buffered ones that had left the process.",
        ServerCrash: "Nothing that had not reached a listener: core NATS keeps messages in memory only while it sends them.",
        Ordering: "Per connection, to one listener.",
        LargestMessage: "max_payload of the server (1 MiB by default), less one byte for the status of an answer.",
        CompetingConsumers: "Queue group: each message goes to one member, chosen at random.");
}
