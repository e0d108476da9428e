using System.Net;
using System.Net.Quic;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace Genie.Rpc.Quic;

/// <summary>The streams of a connection that is replaced when it is lost.</summary>
internal sealed class ReconnectingStreams(QuicRpcConnectOptions options, Func<QuicConnection, CancellationToken, Task> serve) : IStreamSource, IAsyncDisposable
{
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(50);

    private readonly SemaphoreSlim _connecting = new(1);
    private readonly CancellationTokenSource _stop = new();
    private volatile QuicConnection? _current;
    private Task _serving = Task.CompletedTask;

    /// <summary>The connection as it is now.</summary>
    public QuicConnection Current => _current ?? throw new ObjectDisposedException(nameof(QuicRpcConnection));

    /// <summary>Connects for the first time: one attempt.</summary>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            Use(await OpenConnectionAsync(cancellationToken));
        }
        catch (AuthenticationException e)
        {
            throw RpcErrors.NoConnection(e);
        }
        catch (Exception e) when (e is QuicException or SocketException)
        {
            throw new QuicRpcException(QuicRpcErrorCode.Unavailable, $"{options.EndPoint} cannot be reached ({e.Message}). Does a server listen there, for UDP, with protocol '{options.ApplicationProtocol}'?", isTransient: true, e);
        }
    }

    /// <inheritdoc/>
    public async ValueTask<QuicStream> OpenAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            ObjectDisposedException.ThrowIf(_stop.IsCancellationRequested, typeof(QuicRpcConnection));
            var connection = Current;
            try
            {
                return await connection.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, cancellationToken);
            }
            catch (Exception e) when (!_stop.IsCancellationRequested && (e is QuicException or SocketException or ObjectDisposedException || CancelledHandshake.Is(e)))
            {
                // Nothing of the call was sent.
                await ReplaceAsync(connection, cancellationToken);
            }
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_stop.IsCancellationRequested) return;
        await _stop.CancelAsync();
        await _connecting.WaitAsync(CancellationToken.None);
        await _serving;
        if (_current is { } connection) await CloseAsync(connection);
        _stop.Dispose();
    }

    private async ValueTask ReplaceAsync(QuicConnection lost, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token);
        await _connecting.WaitAsync(limit.Token);
        try
        {
            if (_current != lost) return;
            await lost.DisposeAsync();
            await _serving;
            Use(await OpenWithPausesAsync(limit.Token));
        }
        finally
        {
            _connecting.Release();
        }
    }

    private async ValueTask<QuicConnection> OpenWithPausesAsync(CancellationToken cancellationToken)
    {
        var delay = FirstDelay;
        while (true)
        {
            try
            {
                return await OpenConnectionAsync(cancellationToken);
            }
            catch (Exception e) when (e is QuicException or SocketException || CancelledHandshake.Is(e))
            {
                // Pauses differ, so that a server that comes back does not meet all of its clients at once.
                await Task.Delay(delay * (0.5 + Random.Shared.NextDouble()), cancellationToken);
                delay = delay * 2 < options.MaxReconnectDelay ? delay * 2 : options.MaxReconnectDelay;
            }
        }
    }

    private void Use(QuicConnection connection)
    {
        _current = connection;
        _serving = options.MaxStreams > 0 ? serve(connection, _stop.Token) : Task.CompletedTask;
    }

    private ValueTask<QuicConnection> OpenConnectionAsync(CancellationToken cancellationToken) => QuicConnection.ConnectAsync(
        new QuicClientConnectionOptions
        {
            RemoteEndPoint = options.EndPoint,
            DefaultCloseErrorCode = (long)StreamErrorCode.None,
            DefaultStreamErrorCode = (long)StreamErrorCode.Cancelled,
            MaxInboundBidirectionalStreams = options.MaxStreams,
            MaxInboundUnidirectionalStreams = 0,
            HandshakeTimeout = options.ConnectTimeout,
            IdleTimeout = options.IdleTimeout,
            KeepAliveInterval = options.KeepAliveInterval,
            ClientAuthenticationOptions = Authentication(),
        },
        cancellationToken);

    private SslClientAuthenticationOptions Authentication() => new()
    {
        ApplicationProtocols = [new SslApplicationProtocol(options.ApplicationProtocol)],
        EnabledSslProtocols = SslProtocols.Tls13,
        TargetHost = options.TargetHost ?? (options.EndPoint is DnsEndPoint dns ? dns.Host : ((IPEndPoint)options.EndPoint).Address.ToString()),
        ClientCertificates = options.Certificate is { } certificate ? [certificate] : null,
        CertificateChainPolicy = options.Trust.ChainPolicy(),
        RemoteCertificateValidationCallback = (_, certificate, _, errors) => options.Trust.AcceptsServer(certificate, errors),
    };

    private static async ValueTask CloseAsync(QuicConnection connection)
    {
        try
        {
            await connection.CloseAsync((long)StreamErrorCode.None);
        }
        catch (Exception e) when (ConnectionLoss.Is(e))
        {
            // It was lost already.
        }

        await connection.DisposeAsync();
    }
}
