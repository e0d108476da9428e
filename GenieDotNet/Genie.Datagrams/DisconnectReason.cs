namespace Genie.Datagrams;

/// <summary>Why a connection ended. Values below 128 are part of the wire format.</summary>
public enum DisconnectReason
{
    /// <summary>This side called <see cref="DatagramConnection.Disconnect"/>.</summary>
    Local = 0,

    /// <summary>The remote side called <see cref="DatagramConnection.Disconnect"/>.</summary>
    Remote = 1,

    /// <summary>The remote endpoint was closed.</summary>
    EndpointClosed = 2,

    /// <summary>The remote handler refused the connection.</summary>
    Refused = 3,

    /// <summary>The remote endpoint has as many connections as it takes.</summary>
    Full = 4,

    /// <summary>The endpoints speak different versions of the protocol.</summary>
    VersionMismatch = 5,

    /// <summary>The remote endpoint does not know the connection: it has restarted, or has given it up.</summary>
    Reset = 6,

    /// <summary>The remote side broke the protocol, or its messages exceed what this side takes.</summary>
    ProtocolViolation = 7,

    /// <summary>One side has <see cref="DatagramOptions.Security"/> and the other has not, or they have no cipher or key exchange in common.</summary>
    SecurityMismatch = 8,

    /// <summary>More packets were sent under a key than its cipher allows, or more forged ones arrived. Connect again.</summary>
    KeyLimit = 9,

    /// <summary>Nothing was received for <see cref="DatagramOptions.IdleTimeout"/>.</summary>
    Timeout = 128,

    /// <summary>Nobody answered the handshake within <see cref="DatagramOptions.ConnectTimeout"/>.</summary>
    NoAnswer = 129,

    /// <summary>The server is not one of <see cref="DatagramSecurity.Trust"/>; <see cref="DatagramConnection.EndError"/> says why.</summary>
    Untrusted = 130,
}
