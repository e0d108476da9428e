using Microsoft.Extensions.Hosting;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>Opens and closes the endpoint with the host.</summary>
internal sealed class DatagramsLifetime(GenieDatagramsServer server) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        server.Open();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => server.CloseAsync(cancellationToken);
}
