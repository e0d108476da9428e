namespace Genie.Brokers;

/// <summary>How a connection sends. The defaults suit a service that cares for its messages.</summary>
public sealed record ConnectionOptions
{
    /// <summary>Where a sent message must have arrived before <see cref="IBrokerConnection.SendAsync"/> completes;
    /// null takes the system's own default, the first of <see cref="BrokerTraits.Confirmations"/>, or of
    /// <see cref="BrokerTraits.BroadcastConfirmations"/>.</summary>
    public Confirmation? Confirmation { get; init; }

    /// <summary>
    /// Whether a message goes to one of the channel's competing listeners, or to each that listens so (<see cref="ListenOptions.Delivery"/>). A
    /// request that is broadcast ends with the first answer, an error too; the others count in <see cref="IBrokerConnection.LateReplies"/>.
    /// Default <see cref="Delivery.Competing"/>.
    /// </summary>
    public Delivery Delivery { get; init; }

    /// <summary>Requests pending at once, and unconfirmed messages at once; further callers wait. Default 1,024.</summary>
    public int MaxInFlight { get; init; } = 1024;

    /// <summary>After this long a request ends with <see cref="RequestTimeoutException"/>, and an unconfirmed message with <see cref="LinkLostException"/>:
    /// waiting for a slot, for the link and for the answer count together. Default 10 s. Watched in steps
    /// of a sixteenth of it, at most 100 ms, so that no request pays for a timer of its own.</summary>
    public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Messages are envelopes (<see cref="Envelopes.MessageEnvelope"/>), whose headers travel in the system's own
    /// (<see cref="BrokerTraits.NativeHeaders"/>); what is no envelope is sent as it is. Default false: every message is bytes.</summary>
    public bool NativeHeaders { get; init; }

    /// <summary>
    /// Runs the caller's continuation on the thread that reads the link: some microseconds less per round trip, but a
    /// continuation that blocks stalls every other request of the connection. Default false.
    /// </summary>
    public bool InlineContinuations { get; init; }
}
