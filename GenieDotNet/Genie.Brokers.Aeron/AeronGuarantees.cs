using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron;

/// <summary>What delivery means with Aeron.</summary>
internal static class AeronGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Buffered: the message is in the log that the listener reads, or in the connection's bounded queue, from which it is offered again until the log takes it. Aeron tells a sender nothing of what was handled.",
        ClientCrash: "What was in the log is delivered: the media driver closes a dead client's publications and lets their receivers read on. What was still in the connection's own queue is lost.",
        ServerCrash: "What no listener had read is lost with the media driver's files, and so are answers, also what was sent before the link noticed, which looks every 200 ms; pending requests end with LinkLostException or their time-out. Connections and listeners take up with the next media driver in the same folder; what connections had queued is sent then.",
        Ordering: "Kept from one connection to one listener of Concurrency 1.",
        LargestMessage: "An eighth of a term, at most 16 MiB, less 9 bytes: 1 MiB with terms of 8 MiB, the default (term-bytes).",
        CompetingConsumers: "Aeron has no queues: who subscribes gets everything. Each listener has a stream of its own, announced by a counter in the media driver's file; connections send to the listeners round-robin and pass over one that is behind. Connections and listeners, also of several processes, share one media driver. A listener that stops says so to its connections itself, also while no media driver answers, and waits until each has said that nothing more comes; what a listener's log holds when its process dies is lost.");
}
