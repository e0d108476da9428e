using Microsoft.Extensions.Hosting;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>
/// The endpoint is opened after all that the host starts, and closed before any of it is stopped: whatever services call, such as the grains of a silo, is there all the while.
/// </summary>
internal sealed class DatagramsLifetime(GenieDatagramsServer server) : IHostedLifecycleService
{
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken)
    {
        server.Open();
        return Task.CompletedTask;
    }

    public Task StoppingAsync(CancellationToken cancellationToken) => server.CloseAsync(cancellationToken);

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
