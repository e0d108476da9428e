using System.Net;
using Genie.Observing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>The zone server of the host, and its endpoint. Safe for concurrent callers.</summary>
public sealed class GenieZoneServer : IDisposable, IAsyncDisposable
{
    private static readonly TimeSpan ClosingCheckInterval = TimeSpan.FromMilliseconds(20);

    private readonly IServiceProvider _services;
    private readonly GenieZonesOptions _options;
    private readonly GuardedLogger _logger;
    private readonly ConnectionList _connections = new();
    private AsyncServiceScope? _scope;
    private DatagramEndpoint? _endpoint;
    private volatile ZoneServer? _server;
    private volatile bool _isClosing;

    internal GenieZoneServer(IServiceProvider services, GenieZonesOptions options, ILogger<GenieZoneServer> logger) => (_services, _options, _logger) = (services, options, new GuardedLogger(logger));

    /// <summary>The server.</summary>
    /// <exception cref="InvalidOperationException">The host has not started.</exception>
    public ZoneServer Server => _server ?? throw new InvalidOperationException("The zone server is made when the host has started: take it when it is needed, not in a constructor.");

    /// <summary>The address that the endpoint is bound to.</summary>
    /// <exception cref="InvalidOperationException">The host has not started.</exception>
    public IPEndPoint LocalEndPoint => Endpoint.LocalAddress.ToEndPoint();

    /// <summary>The endpoint.</summary>
    /// <exception cref="InvalidOperationException">The host has not started.</exception>
    public DatagramEndpoint Endpoint => _endpoint ?? throw new InvalidOperationException("The endpoint is opened when the host has started.");

    /// <summary>Ends the server at once, if the host has not: its lease ends by itself.</summary>
    public void Dispose() => DisposeAsync().AsTask().GetAwaiter().GetResult();

    /// <inheritdoc cref="Dispose"/>
    public async ValueTask DisposeAsync()
    {
        if (_server is { } server) await server.DisposeAsync().ConfigureAwait(false);

        // Joins the endpoint's thread, which may be within a handler.
        if (_endpoint is { } endpoint) await Task.Run(endpoint.Dispose).ConfigureAwait(false);
        if (_scope is not { } scope) return;
        _scope = null;
        await scope.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Opens the endpoint, makes the handler and the server, and has it take its share of the zones.</summary>
    internal void Open()
    {
        var scope = _services.CreateAsyncScope();
        _scope = scope;

        // Bound first: what others are told has its port.
        var options = _options.ToDatagramOptions(_services);
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(_options.Address, _options.Port), _connections, options);
        _endpoint = endpoint;
        var server = new ZoneServer(
            ToSettings(endpoint),
            scope.ServiceProvider.GetRequiredService<IZoneDirectory>(),
            scope.ServiceProvider.GetRequiredService<IEntityStore>(),
            scope.ServiceProvider.GetRequiredService<IZoneHandler>());
        _server = server;
        _connections.Handler = server.Peer;
        _options.Opening?.Invoke(_services, server);
        endpoint.Start();
        server.Start(endpoint);
        ZonesLog.Listening(_logger, server.Self!.Name, options.TransportName, LocalEndPoint, server.Self.Address.ToEndPoint());
    }

    /// <summary>Gives zones and entities away, lets what is on its way arrive, and closes the endpoint; whatever it is at when the host's shutdown time-out has passed.</summary>
    internal async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (_server is not { } server || _endpoint is not { } endpoint) return;
        try
        {
            await server.StopAsync(cancellationToken).ConfigureAwait(false);
            ZonesLog.Given(_logger, server.Self!.Name);
        }
        catch (Exception error)
        {
            ZonesLog.NotAllGiven(_logger, server.Self!.Name, error);
        }

        _isClosing = true;
        _connections.DisconnectAll();
        while (endpoint.ConnectionCount > 0 && !cancellationToken.IsCancellationRequested)
            await Task.Delay(ClosingCheckInterval, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await DisposeAsync().ConfigureAwait(false);
    }

    private ZoneServerOptions ToSettings(DatagramEndpoint endpoint)
    {
        var given = _options.ToServerOptions();
        var address = _options.PublicAddress is { } reached ? DatagramAddress.From(new IPEndPoint(reached.Address, reached.Port == 0 ? endpoint.LocalAddress.Port : reached.Port)) : given.PublicAddress;
        return given with
        {
            PublicAddress = address,
            Admit = (from, data) => !_isClosing && (given.Admit?.Invoke(from, data) ?? true),
            Failed = error =>
            {
                ZonesLog.Failed(_logger, given.Name, error);
                _logger.Tell(given.Failed, nameof(ZoneServerOptions.Failed), error);
            },
        };
    }
}
