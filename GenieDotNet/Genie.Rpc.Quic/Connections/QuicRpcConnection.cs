using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>
/// A connection to a server that is opened again when it is lost: by the next call, which waits for it until its deadline. Calls that were
/// sent before fail and say that they may have run; nothing is sent twice.
/// </summary>
public sealed class QuicRpcConnection : IAsyncDisposable
{
    private readonly ReconnectingStreams _streams;
    private readonly QuicRpcChannel _channel;

    private QuicRpcConnection(ReconnectingStreams streams, QuicRpcChannel channel) => (_streams, _channel) = (streams, channel);

    /// <summary>Calls by number.</summary>
    public QuicRpcCaller Caller => new(_channel);

    /// <summary>The connection as it is now, for other uses; it is another one after a loss.</summary>
    public QuicConnection Current => _streams.Current;

    /// <summary>Connects.</summary>
    /// <param name="options">The server and how far it is trusted.</param>
    /// <param name="service">Has the serializer and limits, and the functions that the server may call.</param>
    /// <param name="context">What these functions know.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="PlatformNotSupportedException">MsQuic is missing; the message says what to install.</exception>
    /// <exception cref="QuicRpcException">Nobody answers at the address, or not in time; or one side does not trust the other's certificate (<see cref="QuicRpcErrorCode.Unauthenticated"/>).</exception>
    public static async ValueTask<QuicRpcConnection> ConnectAsync<TContext>(
        QuicRpcConnectOptions options, QuicRpcService<TContext> service, TContext context, CancellationToken cancellationToken = default)
    {
        QuicSupport.Require();
        var streams = new ReconnectingStreams(options, (connection, stop) => service.HandleConnection(connection, context, stop));
        await streams.ConnectAsync(cancellationToken);
        return new QuicRpcConnection(streams, new QuicRpcChannel(streams, service.Serializer, service.Options));
    }

    /// <summary>Binds a client to this connection, for as long as it is not disposed.</summary>
    public void BindClient<TClient>(ref TClient client) where TClient : IQuicRpcClient => client.Bind(Caller);

    /// <summary>Closes the connection; calls that wait fail.</summary>
    public async ValueTask DisposeAsync()
    {
        await _channel.DisposeAsync();
        await _streams.DisposeAsync();
    }
}
