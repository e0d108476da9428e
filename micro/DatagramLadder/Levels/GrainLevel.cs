using System.Net.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace DatagramLadder.Levels;

/// <summary>What is called in the silo.</summary>
public interface IEchoGrain : IGrainWithIntegerKey
{
    ValueTask<byte[]> Echo(byte[] message);
}

/// <summary>The grain.</summary>
public sealed class EchoGrain : Grain, IEchoGrain
{
    public ValueTask<byte[]> Echo(byte[] message) => ValueTask.FromResult(message);
}

/// <summary>A grain's method, called over TCP by a client of the silo.</summary>
internal sealed class GrainLevel : ILevel
{
    private readonly IHost _host;
    private readonly IEchoGrain _grain;

    private GrainLevel(IHost host) => (_host, _grain) = (host, host.Services.GetRequiredService<IGrainFactory>().GetGrain<IEchoGrain>(0));

    public string Name => "Orleans grain (TCP)";

    /// <returns>The port of the gateway.</returns>
    public static async Task<int> ServeAsync()
    {
        var (siloPort, gatewayPort) = (FreePort.Pick(SocketType.Stream), FreePort.Pick(SocketType.Stream));
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleans(silo => silo.UseLocalhostClustering(siloPort, gatewayPort));
        await host.Build().StartAsync();
        return gatewayPort;
    }

    public static async Task<GrainLevel> ConnectAsync(int port)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleansClient(client => client.UseLocalhostClustering(port));
        var built = host.Build();
        await built.StartAsync();
        return new GrainLevel(built);
    }

    public async ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => Echoes.Check(message, await _grain.Echo(message.ToArray()));

    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync();
        _host.Dispose();
    }
}
