using System.Collections.Concurrent;
using System.Net;
using Genie.Observing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>The endpoint of the host, with its connections. Safe for concurrent callers.</summary>
public sealed class GenieDatagramsServer : IDisposable
{
    private static readonly TimeSpan ClosingCheckInterval = TimeSpan.FromMilliseconds(20);

    private readonly IServiceProvider _services;
    private readonly PeerPart[] _parts;
    private readonly GenieDatagramsOptions _options;
    private readonly GuardedLogger _logger;
    private readonly ConcurrentDictionary<RpcConnection, AsyncServiceScope> _connections = [];
    private DatagramEndpoint? _endpoint;
    private volatile bool _isClosing;

    internal GenieDatagramsServer(IServiceProvider services, IEnumerable<PeerPart> parts, GenieDatagramsOptions options, ILogger<GenieDatagramsServer> logger) =>
        (_services, _parts, _options, _logger) = (services, [.. parts], options, new GuardedLogger(logger));

    /// <summary>The address that the endpoint is bound to.</summary>
    /// <exception cref="InvalidOperationException">The host has not started.</exception>
    public IPEndPoint LocalEndPoint => Endpoint.LocalAddress.ToEndPoint();

    /// <summary>The endpoint.</summary>
    /// <exception cref="InvalidOperationException">The host has not started.</exception>
    public DatagramEndpoint Endpoint => _endpoint ?? throw new InvalidOperationException("The endpoint is opened when the host starts.");

    /// <summary>The connections that stand, as they are now.</summary>
    public IReadOnlyCollection<RpcConnection> Connections => [.. _connections.Keys];

    /// <summary>Closes the endpoint, if the host has not.</summary>
    public void Dispose() => _endpoint?.Dispose();

    internal void Open()
    {
        var rpc = _options.Rpc;
        var peer = new RpcPeer(rpc with { Admit = Admit, Connected = OnConnected, Disconnected = OnDisconnected, ServiceFailed = OnServiceFailed });
        foreach (var part in _parts) part.Add(peer, ScopeOf);
        var options = _options.ToDatagramOptions(_services);
        _endpoint = DatagramEndpoint.Listen(new IPEndPoint(_options.Address, _options.Port), peer, options);
        _endpoint.Start();
        DatagramsLog.Listening(_logger, options.TransportName, LocalEndPoint);
    }

    /// <summary>Takes no more connections, lets what is on its way arrive within the host's shutdown time-out, and closes the endpoint.</summary>
    internal async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (_endpoint is not { } endpoint) return;
        _isClosing = true;
        foreach (var connection in _connections.Keys) connection.Disconnect();
        while (endpoint.ConnectionCount > 0 && !cancellationToken.IsCancellationRequested)
            await Task.Delay(ClosingCheckInterval, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // Joins the endpoint's thread, which may be within a handler.
        await Task.Run(endpoint.Dispose, CancellationToken.None).ConfigureAwait(false);
    }

    private bool Admit(DatagramAddress address, ReadOnlySpan<byte> handshakeData) => !_isClosing && (_options.Rpc.Admit?.Invoke(address, handshakeData) ?? true);

    private void OnConnected(RpcConnection connection)
    {
        // Those without services have a scope, too: they are connections of the host.
        ScopeOf(connection);
        if (_isClosing) connection.Disconnect();
        _logger.Tell(_options.Rpc.Connected, nameof(RpcOptions.Connected), connection);
    }

    private void OnDisconnected(RpcConnection connection, RpcException error)
    {
        _logger.Tell(_options.Rpc.Disconnected, nameof(RpcOptions.Disconnected), connection, error);
        if (_connections.TryRemove(connection, out var scope)) _ = DisposeAsync(connection, scope);
    }

    private void OnServiceFailed(RpcConnection connection, RpcMethod? method, Exception error)
    {
        DatagramsLog.ServiceFailed(_logger, method?.Name ?? "A service", connection.Transport.RemoteAddress, error);
        _logger.Tell(_options.Rpc.ServiceFailed, nameof(RpcOptions.ServiceFailed), connection, method, error);
    }

    // On the endpoint's thread, which is one.
    private IServiceProvider ScopeOf(RpcConnection connection)
    {
        if (_connections.TryGetValue(connection, out var known)) return known.ServiceProvider;
        var scope = _services.CreateAsyncScope();
        scope.ServiceProvider.GetRequiredService<ConnectionOfScope>().Connection = connection;
        _connections.TryAdd(connection, scope);
        return scope.ServiceProvider;
    }

    private async Task DisposeAsync(RpcConnection connection, AsyncServiceScope scope)
    {
        try
        {
            await scope.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnServiceFailed(connection, null, error);
        }
    }
}
