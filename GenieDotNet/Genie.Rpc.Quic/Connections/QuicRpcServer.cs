using System.Collections.Concurrent;
using System.Net;
using System.Net.Quic;
using System.Net.Security;
using System.Security.Authentication;
using Genie.Observing;

namespace Genie.Rpc.Quic;

/// <summary>Listens for connections and handles their calls. For a listener that does more, use System.Net.Quic's own and <see cref="QuicRpcService{TContext}.HandleConnection"/>.</summary>
/// <typeparam name="TContext">What the functions know about a connection.</typeparam>
public sealed class QuicRpcServer<TContext> : IAsyncDisposable
{
    private readonly QuicRpcService<TContext> _service;
    private readonly QuicRpcListenOptions _options;
    private readonly Func<QuicConnection, TContext> _contextOf;
    private readonly ConcurrentDictionary<QuicConnection, Task> _connections = [];
    private readonly CancellationTokenSource _stop = new();
    private QuicListener? _listener;
    private Task _accepting = Task.CompletedTask;

    private QuicRpcServer(QuicRpcService<TContext> service, QuicRpcListenOptions options, Func<QuicConnection, TContext> contextOf) =>
        (_service, _options, _contextOf) = (service, options, contextOf);

    /// <summary>Where it listens.</summary>
    public IPEndPoint LocalEndPoint => _listener!.LocalEndPoint;

    /// <summary>The connections there are.</summary>
    public IReadOnlyCollection<QuicConnection> Connections => [.. _connections.Keys];

    /// <summary>Raised for handshakes that failed.</summary>
    public event Action<Exception>? HandshakeFailed;

    internal static async ValueTask<QuicRpcServer<TContext>> ListenAsync(
        QuicRpcService<TContext> service, QuicRpcListenOptions options, Func<QuicConnection, TContext> contextOf, CancellationToken cancellationToken)
    {
        var server = new QuicRpcServer<TContext>(service, options, contextOf);
        server._listener = await QuicListener.ListenAsync(
            new QuicListenerOptions
            {
                ListenEndPoint = options.EndPoint,
                ListenBacklog = options.MaxHandshakes,
                ApplicationProtocols = [new SslApplicationProtocol(options.ApplicationProtocol)],
                ConnectionOptionsCallback = (_, _, _) => server.Welcome(),
            },
            cancellationToken);
        server._accepting = Task.Run(server.AcceptAllAsync, CancellationToken.None);
        return server;
    }

    /// <summary>Ends listening, cancels the calls that are being handled, waits for them and closes the connections.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_stop.IsCancellationRequested) return;
        await _stop.CancelAsync();
        await _listener!.DisposeAsync();
        await _accepting;
        await Task.WhenAll(_connections.Values);
        _stop.Dispose();
    }

    private ValueTask<QuicServerConnectionOptions> Welcome()
    {
        if (_connections.Count >= _options.MaxConnections)
            throw new QuicRpcException(QuicRpcErrorCode.ResourceExhausted, $"There are {_options.MaxConnections} connections already; raise QuicRpcListenOptions.MaxConnections.", isTransient: true);
        return ValueTask.FromResult(new QuicServerConnectionOptions
        {
            DefaultCloseErrorCode = (long)StreamErrorCode.None,
            DefaultStreamErrorCode = (long)StreamErrorCode.Cancelled,
            MaxInboundBidirectionalStreams = _options.MaxStreams,
            MaxInboundUnidirectionalStreams = 0,
            HandshakeTimeout = _options.HandshakeTimeout,
            IdleTimeout = _options.IdleTimeout,
            ServerAuthenticationOptions = Authentication(),
        });
    }

    private SslServerAuthenticationOptions Authentication() => new()
    {
        ApplicationProtocols = [new SslApplicationProtocol(_options.ApplicationProtocol)],
        EnabledSslProtocols = SslProtocols.Tls13,
        ServerCertificate = _options.Certificate,
        ClientCertificateRequired = _options.ClientTrust is not null,
        CertificateChainPolicy = _options.ClientTrust?.ChainPolicy(),
        RemoteCertificateValidationCallback = (_, certificate, _, errors) => _options.ClientTrust?.AcceptsClient(certificate, errors) ?? true,
    };

    private async Task AcceptAllAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                var connection = await _listener!.AcceptConnectionAsync(_stop.Token);
                _connections[connection] = Task.CompletedTask;
                _connections.TryUpdate(connection, Task.Run(() => HandleAsync(connection)), Task.CompletedTask);
            }
            catch (Exception) when (_stop.IsCancellationRequested)
            {
                return;
            }
            catch (ObjectDisposedException)
            {
                return;
            }
            catch (Exception e)
            {
                // One client's handshake failed; the others' do not.
                Observers.Tell(HandshakeFailed, nameof(HandshakeFailed), e);
            }
        }
    }

    private async Task HandleAsync(QuicConnection connection)
    {
        try
        {
            await _service.HandleConnection(connection, _contextOf(connection), _stop.Token);
            await connection.CloseAsync((long)StreamErrorCode.None);
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            // It was lost before it was closed.
        }
        finally
        {
            await connection.DisposeAsync();
            _connections.TryRemove(connection, out _);
        }
    }
}
