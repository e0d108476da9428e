using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor;

/// <summary>What delivery means with Proto.Actor: at most once, and nothing is kept.</summary>
internal static class ProtoActorGuarantees
{
    public static GuaranteeCard Actors { get; } = new(
        Confirmation: "Buffered: the message is in the actor's mailbox. Proto.Actor's mailboxes have no bound; the driver lets no more one-way messages wait than may be in flight.",
        ClientCrash: "Nothing: client and listener are one process.",
        ServerCrash: "There is no server.",
        Ordering: "Messages of one connection reach one listener of Concurrency 1 in the order sent.",
        LargestMessage: "4 MiB by default (max-message-bytes); a message is not copied into a wire format.",
        CompetingConsumers: "One actor a channel hands the messages of its mailbox to the listeners round-robin.");

    public static GuaranteeCard Remote { get; } = Actors with
    {
        Confirmation = "Buffered: Proto.Remote's queue for the other process has the message. That queue has no bound; the driver lets no more one-way messages be under way than may be in flight, and asks the other side how far it is.",
        ClientCrash = "What the listener's process had received.",
        ServerCrash = "There is no server. If the listener's process dies, what it had not handled is lost, and what is under way to it: pending requests end with an error, one-way messages without one.",
        LargestMessage = "4 MiB by default, set by both sides (max-message-bytes): Proto.Remote puts many messages into one gRPC message.",
        CompetingConsumers = "Listeners of one process share the bound port; one actor a channel hands the messages to them round-robin. Several processes need a cluster.",
    };

    public static GuaranteeCard Cluster { get; } = Remote with
    {
        ServerCrash = "There is no server. If a member dies, what its grains had not handled is lost, and what is under way to it: pending requests end with an error, one-way messages without one. The others activate its grains anew once it was silent for member-expiration.",
        Ordering = "Messages of one connection reach one listener of Concurrency 1 in the order sent: a connection sends to one grain.",
        CompetingConsumers = "A channel is 16 virtual grains (streams), each active on one member at a time, which hands its messages to that process's listeners round-robin; connections are spread over the grains.",
    };
}
