using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>The sending of what a call begins with.</summary>
internal static class Sending
{
    /// <summary>Ends when all was sent, or when the other side wants no more of it: then its answer says why.</summary>
    /// <exception cref="QuicException">The call was ended on this side, or the connection is lost.</exception>
    public static async ValueTask BeginningAsync(ValueTask sending)
    {
        try
        {
            await sending;
        }
        catch (QuicException e) when (e.QuicError == QuicError.StreamAborted)
        {
            // STOP_SENDING: the other direction goes on.
        }
    }
}
