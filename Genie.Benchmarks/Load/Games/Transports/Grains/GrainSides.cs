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

    private readonly List<IHost> _hosts = [];
    private GrainClientPort? _clients;

    private GrainSides()
    {
    }

    /// <summary>None: grains are called, and have timers.</summary>
    public IGamePort? Server => null;

    /// <inheritdoc/>
    public IGameClientPort Clients => _clients!;

    /// <summary>Starts the silo, and connects to it.</summary>
    /// <exception cref="GrainException">The silo did not start.</exception>
    public static async Task<GrainSides> OpenAsync(GameServer server, GameClients clients, CancellationToken cancellationToken)
    {
        var sides = new GrainSides();
        try
        {
            await sides.StartAsync(server, clients, cancellationToken).ConfigureAwait(false);
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
        // The client first, which was started last.
        for (var i = _hosts.Count - 1; i >= 0; i--) await StopAsync(_hosts[i]).ConfigureAwait(false);
        _clients?.Dispose();
    }

    private async Task StartAsync(GameServer server, GameClients clients, CancellationToken cancellationToken)
    {
        var (siloPort, gatewayPort) = (Ports.PickFree(), Ports.PickFree());
        await StartAsync(host => host.UseOrleans(silo => silo.UseLocalhostClustering(siloPort, gatewayPort).Services.AddSingleton(server)), cancellationToken).ConfigureAwait(false);
        var client = await StartAsync(host => host.UseOrleansClient(builder => builder.UseLocalhostClustering(gatewayPort)), cancellationToken).ConfigureAwait(false);
        _clients = new GrainClientPort(clients, client.Services.GetRequiredService<IGrainFactory>());
    }

    private async Task<IHost> StartAsync(Action<HostApplicationBuilder> configure, CancellationToken cancellationToken)
    {
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        configure(builder);
        var host = builder.Build();
        _hosts.Add(host);
        await host.StartAsync(cancellationToken).ConfigureAwait(false);
        return host;
    }

    private static async Task StopAsync(IHost host)
    {
        using var timeout = new CancellationTokenSource(StopTimeout);
        await host.StopAsync(timeout.Token).WaitAsync(StopTimeout, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        host.Dispose();
    }
}
