namespace Genie.Datagrams;

/// <summary>The life of a connection.</summary>
public enum ConnectionState
{
    /// <summary>The handshake is under way; messages may be sent already and wait.</summary>
    Connecting,

    /// <summary>Messages go both ways.</summary>
    Connected,

    /// <summary>This side has called for the end; reliable messages are still delivered.</summary>
    Closing,

    /// <summary>It has ended.</summary>
    Closed,
}
