using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ;

/// <summary>What delivery means with ZeroMQ.</summary>
internal static class ZeroMQGuarantees
{
    public static GuaranteeCard Wire { get; } = new(
        Confirmation: "Buffered: the bytes were handed to the operating system, or wait below the high-water mark. ZeroMQ has no acknowledgement.",
        ClientCrash: "Nothing that was not yet on the wire.",
        ServerCrash: "There is no server. If the listener's process dies, what it had not handled is lost; clients reconnect.",
        Ordering: "Kept from one connection to one listener of Concurrency 1.",
        LargestMessage: "64 MiB by default, set by both sides (max-message-bytes).",
        CompetingConsumers: "Listeners of one process share the bound port, served round-robin; several processes need a proxy.");

    public static GuaranteeCard Official { get; } = Wire with
    {
        Confirmation = "Buffered: the client's bounded queue, or NetMQ's own below its high-water mark, has the message. ZeroMQ has no acknowledgement; FlushAsync awaits an answer of the listener's side to a message sent after the others.",
        LargestMessage = "64 MiB by default, set by both sides (max-message-bytes); the high-water mark counts messages, so that many of the largest may wait in memory.",
        CompetingConsumers = "Listeners of one process share the bound port, and its one ROUTER, served round-robin: one whose queue is full holds the others up. Several processes need a proxy.",
    };
}
