using Genie.Brokers;
using Genie.Messaging.DeadLetters;

namespace Genie.Messaging;

/// <summary>How a subscription takes messages.</summary>
public sealed record SubscribeOptions
{
    /// <summary>Subscriptions of one group compete for the channel's messages. Default <c>workers</c>. On systems whose listeners all compete, whatever
    /// their group (queues), it says nothing.</summary>
    public string Group { get; init; } = "workers";

    /// <summary>Whether this subscription competes for the channel's messages, or gets every one whose sender was opened with
    /// <see cref="ConnectionOptions.Delivery"/> set likewise. Default <see cref="Delivery.Competing"/>.</summary>
    public Delivery Delivery { get; init; }

    /// <summary>Handlers running at once. Default 1: in order of arrival.</summary>
    public int Concurrency { get; init; } = 1;

    /// <summary>Messages that the server may hand over before earlier ones are settled, and that wait here for another delivery. Default 256.</summary>
    public int Prefetch { get; init; } = 256;

    /// <summary>When a message is delivered again, and how often at most. Default: after 100 ms at first, doubling up to 30 s, ten deliveries.</summary>
    public RedeliveryPolicy Redelivery { get; init; } = new() { DeliveriesMax = 10 };

    /// <summary>
    /// Where messages go whose deliveries are used up, or that a handler or nobody could read. Null, the default: to the channel
    /// <c>NAME-dead</c> where the system keeps messages without a listener (<see cref="BrokerTraits.HoldsWithoutListener"/>); elsewhere nowhere:
    /// they are given up, which <see cref="Failed"/> reports.
    /// </summary>
    public IDeadLetterSink? DeadLetters { get; init; }

    /// <summary>How long stopping waits for running handlers; then they are cancelled. Default 30 s.</summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Called with each failed delivery, on the handler's thread; what it throws changes nothing. Default: nobody.</summary>
    public Action<DeliveryFailure>? Failed { get; init; }
}
