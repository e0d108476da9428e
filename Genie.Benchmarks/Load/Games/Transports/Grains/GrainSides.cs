using Genie.Diagnostics;
using Genie.Grains;
using Genie.Servers;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>A silo with the rooms, and one client of it for all clients of the game, over TCP.</summary>
internal sealed class GrainSides : IGameSides
{
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan QuietCheckInterval = TimeSpan.FromMilliseconds(5);

    private readonly GameServer _server;
    private IHost? _silo;
    private IHost? _client;
    private GrainClientPort? _clients;

    private GrainSides(GameServer server) => _server = server;

    /// <summary>None: grains are called, and have timers.</summary>
    public IGamePort? Server => null;

    /// <inheritdoc/>
    public IGameClientPort Clients => _clients!;

    /// <summary>Starts the silo, and connects to it.</summary>
    /// <exception cref="GrainException">The silo did not start.</exception>
    public static async Task<GrainSides> OpenAsync(GameServer server, GameClients clients, CancellationToken cancellationToken)
    {
        var sides = new GrainSides(server);
        try
        {
            await sides.StartAsync(clients, cancellationToken).ConfigureAwait(false);
            return sides;
        }
        catch (Exception error)
        {
            await sides.DisposeAsync().ConfigureAwait(false);
            if (error is OperationCanceledException) throw;

            // Orleans throws what the socket or its membership did.
            throw new GrainException($"The game's silo did not start: {error.Message} Try again; its ports were free before.", isTransient: true, error);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // A client of Orleans that gets a message after its end takes the process with it: one that may is left alone, and has no silo any more.
        if (_client is not null && await IsQuietAsync(_client.Services.GetRequiredService<IGrainFactory>()).ConfigureAwait(false))
        {
            await StopAsync(_client).ConfigureAwait(false);
            _clients?.Dispose();
        }

        if (_silo is not null) await StopAsync(_silo).ConfigureAwait(false);
    }

    private async Task StartAsync(GameClients clients, CancellationToken cancellationToken)
    {
        var (siloPort, gatewayPort) = (Ports.PickFree(), Ports.PickFree());
        _silo = Create(host => host.UseOrleans(silo => silo.UseLocalhostClustering(siloPort, gatewayPort).Services.AddSingleton(_server)));
        await _silo.StartAsync(cancellationToken).ConfigureAwait(false);
        var client = Create(host => host.UseOrleansClient(builder => builder.UseLocalhostClustering(gatewayPort)));
        _clients = new GrainClientPort(clients, client.Services.GetRequiredService<IGrainFactory>());
        _client = client;
        await client.StartAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Ends the rooms, and waits for what they have sent.</summary>
    /// <returns>False if it did not all come in time.</returns>
    private async Task<bool> IsQuietAsync(IGrainFactory grains)
    {
        using var timeout = new CancellationTokenSource(StopTimeout);
        try
        {
            await Task.WhenAll(Enumerable.Range(0, _server.Rooms).Select(room => grains.GetGrain<IGameRoomGrain>(room).CloseAsync())).WaitAsync(timeout.Token).ConfigureAwait(false);
            while (_clients!.Messages < _server.Sent) await Task.Delay(QuietCheckInterval, timeout.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception error) when (error is OrleansException or TimeoutException or OperationCanceledException or InvalidOperationException)
        {
            return false;
        }
    }

    private static IHost Create(Action<HostApplicationBuilder> configure)
    {
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        configure(builder);
        return builder.Build();
    }

    private static async Task StopAsync(IHost host)
    {
        using var timeout = new CancellationTokenSource(StopTimeout);
        await host.StopAsync(timeout.Token).WaitAsync(StopTimeout, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        host.Dispose();
    }
}
