using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>Starts servers.</summary>
public static class QuicRpcServer
{
    /// <summary>Starts listening.</summary>
    /// <typeparam name="TContext">What the functions know about a connection.</typeparam>
    /// <param name="service">Has the functions.</param>
    /// <param name="options">Address, certificate, limits.</param>
    /// <param name="contextOf">Makes the context of a connection; its <see cref="QuicConnection.RemoteCertificate"/> is checked by then.</param>
    /// <param name="cancellationToken">Ends the starting.</param>
    /// <exception cref="PlatformNotSupportedException">MsQuic is missing; the message says what to install.</exception>
    /// <exception cref="QuicException">The address cannot be bound.</exception>
    public static ValueTask<QuicRpcServer<TContext>> StartAsync<TContext>(
        QuicRpcService<TContext> service, QuicRpcListenOptions options, Func<QuicConnection, TContext> contextOf, CancellationToken cancellationToken = default)
    {
        QuicSupport.Require();
        return QuicRpcServer<TContext>.ListenAsync(service, options, contextOf, cancellationToken);
    }
}
