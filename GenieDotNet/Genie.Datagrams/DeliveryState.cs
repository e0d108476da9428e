namespace Genie.Datagrams;

/// <summary>What is known of a message that was sent.</summary>
public enum DeliveryState
{
    /// <summary>The id is not one of the latest 512 of its connection.</summary>
    Unknown,

    /// <summary>Waits to be sent, or was sent and nothing is known yet.</summary>
    Pending,

    /// <summary>The remote endpoint has acknowledged all of it.</summary>
    Received,

    /// <summary>It was never sent, or is taken to be lost: the remote endpoint has acknowledged later packets. A late acknowledgement turns this into <see cref="Received"/>.</summary>
    Lost,
}
