using System.Security.Authentication;

namespace Genie.Rpc.Quic;

/// <summary>The handshake that the other side gave up for a reason that no certificate has: it was closing, or had all the connections that it takes.</summary>
internal static class CancelledHandshake
{
    // RFC 8446, section 6.1: user_canceled. MsQuic's status for it differs between systems; the alert's name stands in the message on all of them, in every language
    // and where an application is published without messages.
    private const string Alert = "UserCanceled";

    /// <summary>True for the <see cref="AuthenticationException"/> by which System.Net.Quic reports that alert.</summary>
    public static bool Is(Exception error) => error is AuthenticationException && error.Message.Contains(Alert, StringComparison.Ordinal);
}
