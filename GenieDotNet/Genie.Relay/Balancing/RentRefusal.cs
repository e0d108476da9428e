namespace Genie.Relay.Balancing;

/// <summary>Why a call gets no worker.</summary>
internal enum RentRefusal
{
    /// <summary>It got one.</summary>
    None,

    /// <summary>So many wait already.</summary>
    QueueFull,

    /// <summary>It waited as long as it may.</summary>
    WaitedTooLong,

    /// <summary>The call was ended meanwhile.</summary>
    Cancelled,
}
