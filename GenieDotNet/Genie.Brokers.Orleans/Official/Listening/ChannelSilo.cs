using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Sharing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Brokers.Orleans.Official.Listening;

/// <summary>The listening side: a silo with the grains of channels.</summary>
internal sealed class ChannelSilo : IAsyncDisposable
{
    // Answers that were given leave before the links are closed.
    private static readonly TimeSpan OutboundTime = TimeSpan.FromMilliseconds(100);

    private readonly IHost _host;
    private readonly TimeSpan _timeout;
    private bool _isStarted;

    private ChannelSilo(OrleansEndpoint endpoint, IPEndPoint silo, IPEndPoint gateway)
    {
        _timeout = endpoint.Options.ConnectTimeout;
        var host = OrleansEndpoint.CreateHost();
        host.Services.AddSingleton(Listeners);
        host.UseOrleans(builder =>
        {
            builder.UseDevelopmentClustering(endpoint.At(endpoint.SiloPort));
            builder.ConfigureEndpoints(silo.Address, silo.Port, gateway.Port);
            builder.Configure<ClusterOptions>(endpoint.Name);
            builder.Configure<ClusterMembershipOptions>(options => (options.ProbeTimeout, options.MaxJoinAttemptTime) = (endpoint.Options.ProbeTimeout, _timeout));
            builder.Configure<SiloMessagingOptions>(static options => options.WaitForMessageToBeQueuedForOutboundTime = OutboundTime);
        });
        _host = host.Build();
    }

    /// <summary>The listeners here, chosen round robin.</summary>
    public ChannelListeners<StreamListener> Listeners { get; } = new();

    /// <summary>Becomes the first silo where its address is free, else joins it.</summary>
    /// <exception cref="BrokerException">The address is taken, and by no silo, or it did not start in time.</exception>
    public static async ValueTask<ChannelSilo> StartAsync(OrleansEndpoint endpoint)
    {
        var (silo, gateway) = (endpoint.At(endpoint.SiloPort), endpoint.At(endpoint.Link.Port));
        using (await FirstSiloGate.EnterAsync(gateway.Port, endpoint.Options.ConnectTimeout).ConfigureAwait(false))
        {
            // Taken: the first silo is there already, or is to be on another machine.
            if (FirstSiloGate.IsFree(silo) && FirstSiloGate.IsFree(gateway)) return await StartAsync(endpoint, silo, gateway).ConfigureAwait(false);
        }

        try
        {
            await LinkProbe.ReachAsync(OrleansDrivers.Name, endpoint.Link.Host, endpoint.SiloPort, endpoint.Options.ConnectTimeout).ConfigureAwait(false);
        }
        catch (BrokerUnreachableException error)
        {
            throw new CannotBindException(OrleansDrivers.Name, endpoint.Link.Host, endpoint.Link.Port, $"it is taken, and no silo is at port {endpoint.SiloPort}", error);
        }

        var address = OrleansEndpoint.AddressOf(endpoint.Options.SiloHost);
        return await StartAsync(endpoint, FreeAt(address), FreeAt(address)).ConfigureAwait(false);
    }

    /// <summary>Leaves the cluster; the others activate its grains when they are needed. What takes longer than the timeout is left behind.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isStarted) await StopAsync().ConfigureAwait(false);
        await ((IAsyncDisposable)_host).DisposeAsync().ConfigureAwait(false);
    }

    private static async ValueTask<ChannelSilo> StartAsync(OrleansEndpoint endpoint, IPEndPoint address, IPEndPoint gateway)
    {
        var silo = new ChannelSilo(endpoint, address, gateway);
        try
        {
            using var limit = new CancellationTokenSource(silo._timeout);
            await silo._host.StartAsync(limit.Token).ConfigureAwait(false);
            silo._isStarted = true;
            return silo;
        }
        catch (Exception error)
        {
            await silo.DisposeAsync().ConfigureAwait(false);

            // Orleans throws what the socket or its membership did.
            throw new CannotBindException(OrleansDrivers.Name, gateway.Address.ToString(), gateway.Port, OrleansErrors.FirstLine(error), error);
        }
    }

    private async Task StopAsync()
    {
        using var limit = new CancellationTokenSource(_timeout);
        try
        {
            await _host.StopAsync(limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // A handler that does not end holds up its grain; whoever owns it has reported it.
        }
    }

    private static IPEndPoint FreeAt(IPAddress address)
    {
        using var listener = new TcpListener(address, 0);
        listener.Start();
        return (IPEndPoint)listener.LocalEndpoint;
    }
}
