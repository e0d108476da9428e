using System.Buffers;
using Genie.Brokers;
using Genie.Diagnostics;
using Genie.Servers;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>A grain's method in a silo, called over TCP by a client of the cluster.</summary>
internal sealed class GrainWay : ILevelWay
{
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public async Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken)
    {
        var (siloPort, gatewayPort) = (Ports.PickFree(), Ports.PickFree());
        var host = Create(builder => builder.UseOrleans(silo => silo.UseLocalhostClustering(siloPort, gatewayPort).Services.AddSingleton(handler)));
        await StartAsync(host, cancellationToken).ConfigureAwait(false);
        return new Server(host, gatewayPort);
    }

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var host = Create(builder => builder.UseOrleansClient(client => client.UseLocalhostClustering(port)));
        await StartAsync(host, cancellationToken).ConfigureAwait(false);
        return new Client(host);
    }

    private static IHost Create(Action<HostApplicationBuilder> configure)
    {
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        builder.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        configure(builder);
        return builder.Build();
    }

    private static async Task StartAsync(IHost host, CancellationToken cancellationToken)
    {
        try
        {
            await host.StartAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            host.Dispose();
            throw;
        }
    }

    private static async ValueTask StopAsync(IHost host)
    {
        using var timeout = new CancellationTokenSource(StopTimeout);
        await host.StopAsync(timeout.Token).WaitAsync(StopTimeout, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        host.Dispose();
    }

    private sealed class Server(IHost host, int port) : ILevelServer
    {
        public int Port => port;

        public ValueTask DisposeAsync() => StopAsync(host);
    }

    private sealed class Client(IHost host) : ILevelClient
    {
        private readonly ILevelGrain _grain = host.Services.GetRequiredService<IGrainFactory>().GetGrain<ILevelGrain>(0);

        public async ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken) =>
            answer.Write((await _grain.RequestAsync(request.ToArray()).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false)).Value);

        public ValueTask DisposeAsync() => StopAsync(host);
    }
}
