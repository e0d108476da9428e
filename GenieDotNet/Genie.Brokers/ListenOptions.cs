using Genie.Brokers.Links;

namespace Genie.Brokers;

/// <summary>How a listener takes messages.</summary>
public sealed record ListenOptions
{
    /// <summary>Handlers running at once. Default 1: messages of one sender are then handled in the order of arrival.</summary>
    public int Concurrency { get; init; } = 1;

    /// <summary>Messages the server may hand over before earlier ones are settled, where the system knows such a bound. Default 256.</summary>
    public int Prefetch { get; init; } = 256;

    /// <summary>Bytes of messages that may wait in the process for handlers that are behind, where the system knows no bound such as
    /// <see cref="Prefetch"/>, or does not keep to it: NATS, MQTT, STOMP, Pulsar through this library's own clients, and NATS through its makers'.
    /// Beyond it the link is read no further. Default 64 MiB.</summary>
    public long MaxWaitingBytes { get; init; } = 64 << 20;

    /// <summary>Name shared by the listeners that compete for a channel (queue group, consumer group, shared subscription).</summary>
    public string Group { get; init; } = "workers";

    /// <summary>Whether the channel's listeners compete for its messages, or each gets every one that was sent so
    /// (<see cref="ConnectionOptions.Delivery"/>); <see cref="Group"/> means nothing then. Default <see cref="Delivery.Competing"/>.</summary>
    public Delivery Delivery { get; init; }

    /// <summary>
    /// How long disposing the listener waits for handlers that run and messages that were taken. Then handlers are cancelled by their
    /// token, what is not handled goes back to the system where it can, and the event source reports it. Handlers that do not heed their token
    /// are left behind: the listener is disposed within <see cref="StopTimeout"/> and 5 s. Default 30 s.
    /// </summary>
    public TimeSpan StopTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>When a message whose handler threw is delivered again, on systems that can.</summary>
    public RedeliveryPolicy Redelivery { get; init; } = new();

    /// <summary>Told of each exception of the handler, on the handler's thread; what it throws changes nothing. The meter and the event source
    /// <c>Genie.Brokers</c> report the same. Default: nobody.</summary>
    public Action<HandlerFailure>? HandlerFailed { get; init; }

    /// <summary>Told when handlers do not end within <see cref="StopTimeout"/>, and again if they do not heed their token; what it throws changes nothing.
    /// The event source reports the same. Default: nobody.</summary>
    public Action<LateStop>? StoppedLate { get; init; }

    /// <summary>Called when the listener's link is lost, refused, restored; must not block; what it throws changes nothing. Links that a library of a system's makers
    /// keeps up by itself are not reported. Default: nobody.</summary>
    public Action<LinkChange>? LinkChanged { get; init; }

    /// <summary>The handler is given a message that has headers of the system's own in an envelope (<see cref="Envelopes.MessageEnvelope"/>;
    /// <see cref="BrokerTraits.NativeHeaders"/>), others as they are. Default false: the handler is given the payload alone.</summary>
    public bool NativeHeaders { get; init; }

    /// <summary>
    /// Runs the handler on the thread that reads the link, one message at a time whatever <see cref="Concurrency"/> says:
    /// some microseconds less per message, but a handler that blocks stalls the link, keep-alives included. Default false.
    /// </summary>
    public bool InlineHandler { get; init; }

    /// <summary>For cancelled handlers to heed their token: as long again, within bounds that leave time to close the link.</summary>
    internal TimeSpan CancelTimeout => TimeSpan.FromSeconds(Math.Clamp(StopTimeout.TotalSeconds, 0.5, 4));

    /// <summary>The longest that handlers keep a listener from its end.</summary>
    internal TimeSpan EndTimeout => StopTimeout == Timeout.InfiniteTimeSpan ? StopTimeout : StopTimeout + CancelTimeout;
}
