namespace Genie.Messaging;

/// <summary>How messages are put on the channels of a broker; the same on both sides.</summary>
public sealed record MessagingOptions
{
    /// <summary>
    /// Channels that each channel is divided into, by <see cref="Message.Key"/>. Default 1: it is not divided. Where the system gives
    /// a channel to one listener at a time, messages of one key are then handled in order by whichever listener has their partition.
    /// Not to be changed while messages wait.
    /// </summary>
    public int Partitions { get; init; } = 1;

    /// <summary>
    /// Headers, key and id of messages travel in headers of the system's own, where clients of others read and set them
    /// (<see cref="Genie.Brokers.Envelopes.NativeHeaders"/> has their names), instead of in the message's bytes. A receiver with this understands both
    /// kinds, one without it gets the body alone of messages that were sent so: set it on receivers first. Refused with
    /// <see cref="Genie.Brokers.NativeHeadersNotSupportedException"/> where the driver cannot (<see cref="Genie.Brokers.BrokerTraits.NativeHeaders"/>). Default false.
    /// </summary>
    public bool NativeHeaders { get; init; }

    /// <summary>The clock for the time of sending, redelivery and dead letters.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
