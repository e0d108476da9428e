using System.Net;
using System.Net.Sockets;

namespace Genie.Extensions.Genius.Delivery.Webhooks;

/// <summary>
/// Connections to public addresses only. The name is resolved here and the connection goes to the very addresses that were judged, so that a name which
/// resolves differently the second time gains nothing.
/// </summary>
internal static class GuardedConnections
{
    /// <summary>A handler that follows no redirects, uses no proxy (it would resolve by itself) and connects to public addresses only.</summary>
    public static SocketsHttpHandler CreateHandler() => new() { AllowAutoRedirect = false, UseCookies = false, UseProxy = false, ConnectCallback = ConnectAsync };

    private static async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var host = context.DnsEndPoint.Host;
        var resolved = IPAddress.TryParse(host, out var literal) ? [literal] : await Dns.GetHostAddressesAsync(host, cancellationToken).ConfigureAwait(false);

        // One that is not public among others is refused too: nobody names such a host by mistake.
        if (resolved.FirstOrDefault(each => !PublicAddresses.Contains(each)) is { } inside) throw new WebhookAddressException(host, inside);
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(resolved, context.DnsEndPoint.Port, cancellationToken).ConfigureAwait(false);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
