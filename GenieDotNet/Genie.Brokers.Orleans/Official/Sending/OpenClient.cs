using Genie.Brokers.Links;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Brokers.Orleans.Official.Sending;

/// <summary>A client of Orleans', from its connection to the loss of it. Nothing is sent over it later that nobody waits for.</summary>
internal sealed class OpenClient : IAsyncDisposable
{
    // The driver has the timeouts of requests; an answer that comes later is counted as late.
    private static readonly TimeSpan ResponseTimeout = TimeSpan.FromDays(1);

    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly IHost _host;
    private readonly TimeSpan _timeout;

    private OpenClient(OrleansEndpoint endpoint)
    {
        _timeout = endpoint.Options.ConnectTimeout;
        var host = OrleansEndpoint.CreateHost();
        host.UseOrleansClient(client =>
        {
            client.UseStaticClustering(endpoint.At(endpoint.Link.Port));
            client.Configure<ClusterOptions>(endpoint.Name);
            client.Configure<ClientMessagingOptions>(static options => options.ResponseTimeout = ResponseTimeout);
            client.AddClusterConnectionLostHandler((_, _) => _lost.TrySetResult());
        });
        _host = host.Build();
        Grains = _host.Services.GetRequiredService<IGrainFactory>();
    }

    /// <summary>The cluster's grains.</summary>
    public IGrainFactory Grains { get; }

    /// <summary>Completes when the link to the cluster is lost.</summary>
    public Task Lost => _lost.Task;

    /// <summary>Connects.</summary>
    /// <exception cref="BrokerException">No silo answers.</exception>
    public static async Task<OpenClient> ConnectAsync(OrleansEndpoint endpoint)
    {
        // Where nobody listens a refused connection says so at once; a client would try again until the timeout.
        await LinkProbe.ReachAsync(OrleansDrivers.Name, endpoint.Link.Host, endpoint.Link.Port, endpoint.Options.ConnectTimeout).ConfigureAwait(false);
        OpenClient? client = null;
        try
        {
            client = new OpenClient(endpoint);
            using var limit = new CancellationTokenSource(client._timeout);
            await client._host.StartAsync(limit.Token).ConfigureAwait(false);
            return client;
        }
        catch (Exception error)
        {
            if (client is not null) await client.DisposeAsync().ConfigureAwait(false);
            throw OrleansErrors.TranslateConnect(endpoint, error);
        }
    }

    /// <summary>Closes the link.</summary>
    public async ValueTask DisposeAsync()
    {
        _lost.TrySetResult();
        using var limit = new CancellationTokenSource(_timeout);
        try
        {
            await _host.StopAsync(limit.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OrleansException or OperationCanceledException or AggregateException)
        {
            // The cluster is gone: nobody hears that the client leaves.
        }

        await ((IAsyncDisposable)_host).DisposeAsync().ConfigureAwait(false);
    }
}
