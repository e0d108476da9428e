using System.Net;
using Genie.Brokers.Links;
using Genie.Brokers.Quic.Trust;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Links;

/// <summary>The connecting side. Each link has a QUIC connection of its own.</summary>
internal static class QuicClient
{
    // A client has nothing to be called for.
    private static readonly QuicRpcService<object?> Caller = new();

    /// <exception cref="BrokerUnreachableException">Nobody listens there.</exception>
    /// <exception cref="BrokerTlsException">One side does not trust the other.</exception>
    public static async ValueTask<LinkTransport> OpenAsync(
        string channel, LinkOptions link, QuicOptions options, QuicIdentity identity, CancellationToken cancellationToken)
    {
        try
        {
            var connection = await QuicRpcConnection.ConnectAsync(ConnectOptions(link, options, identity), Caller, null, cancellationToken).ConfigureAwait(false);
            try
            {
                var call = new QuicRpcCallOptions(options.ConnectTimeout, new QuicRpcMetadata(new KeyValuePair<string, string>(QuicProtocol.ChannelKey, channel)));
                var stream = await connection.Caller.With(call).InvokeStreamingAsync(QuicProtocol.LinkFunction, cancellationToken).ConfigureAwait(false);
                return QuicProtocol.Transport(stream, link, connection.DisposeAsync);
            }
            catch
            {
                await connection.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
        catch (QuicRpcException error)
        {
            throw QuicProtocol.ErrorOf(error, link);
        }
    }

    private static QuicRpcConnectOptions ConnectOptions(LinkOptions link, QuicOptions options, QuicIdentity identity) => new()
    {
        EndPoint = IPAddress.TryParse(link.Host, out var address) ? new IPEndPoint(address, link.Port) : new DnsEndPoint(link.Host, link.Port),
        TargetHost = options.TlsServerName.Length > 0 ? options.TlsServerName : null,
        Trust = identity.Trust,
        Certificate = identity.Certificate,
        ApplicationProtocol = QuicProtocol.Name,
        MaxStreams = 0,
        ConnectTimeout = options.ConnectTimeout,
        KeepAliveInterval = options.HeartbeatInterval,
        IdleTimeout = 3 * options.HeartbeatInterval,
    };
}
