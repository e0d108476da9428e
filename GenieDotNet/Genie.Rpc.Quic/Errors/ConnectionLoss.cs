using System.Net.Quic;
using System.Net.Sockets;
using System.Security.Authentication;

namespace Genie.Rpc.Quic;

/// <summary>The exceptions by which System.Net.Quic reports that a stream or its connection is gone.</summary>
internal static class ConnectionLoss
{
    /// <summary>True for any of them; a socket's is an ICMP message, an authentication's a certificate that the other side refused late.</summary>
    public static bool Is(Exception error) => error is QuicException or SocketException or AuthenticationException or ObjectDisposedException;
}
