using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Delivers as long as the host runs.</summary>
internal sealed class DeliveryService(DeliveryWorker worker, TimeProvider clock, ILogger logger, IGeniusLeadership? leadership) : RestartingService(clock, logger, leadership), IHostedLifecycleService
{
    /// <summary>Makes a new subscription before any service takes events in: a crash before the first attempt loses none.</summary>
    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        try
        {
            await worker.PrepareAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (EventStoreException error)
        {
            Logger.LogWarning(error, "The subscription '{Subscription}' is not on record yet; it will be when the store works.", worker.Subscription);
        }
    }

    /// <inheritdoc/>
    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    protected override Task RunAsync(CancellationToken cancellationToken) => worker.RunAsync(cancellationToken);
}
