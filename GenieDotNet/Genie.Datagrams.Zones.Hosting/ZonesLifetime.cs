using Microsoft.Extensions.Hosting;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>
/// The server begins after all that the host starts, and ends before any of it is stopped: whatever its directory and store are made of is there all the while.
/// </summary>
internal sealed class ZonesLifetime(GenieZoneServer server) : IHostedLifecycleService
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
