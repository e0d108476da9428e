namespace Genie.Datagrams;

/// <summary>What the transport promises for one message. Over TCP every mode is <see cref="ReliableOrdered"/>.</summary>
public enum DeliveryMode
{
    /// <summary>Sent once; may be lost, may overtake others, arrives at most once.</summary>
    Unreliable = 1,

    /// <summary>Sent once; a message older than one of its channel that has arrived is dropped: latest wins.</summary>
    Sequenced = 2,

    /// <summary>Sent again until it is acknowledged; arrives exactly once, in any order.</summary>
    ReliableUnordered = 3,

    /// <summary>Sent again until it is acknowledged; arrives exactly once, in the order of its channel. Channels do not wait for each other.</summary>
    ReliableOrdered = 4,
}
