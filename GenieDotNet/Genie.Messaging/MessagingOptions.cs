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

    /// <summary>The clock for the time of sending, redelivery and dead letters.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
