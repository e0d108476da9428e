using Genie.EventStore;
using Genie.EventStore.Embedded;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Compacts a store in a folder from time to time: what snapshots contain, and every checkpoint has passed, goes.</summary>
internal sealed class CompactionService(EmbeddedEventStore store, TimeSpan interval, TimeProvider clock, ILogger<CompactionService> logger) : BackgroundService
{
    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (true)
        {
            await Task.Delay(interval, clock, stoppingToken).ConfigureAwait(false);
            try
            {
                await store.CompactAsync(stoppingToken).ConfigureAwait(false);
            }
            catch (Exception error) when (error is EventStoreException or IOException)
            {
                // Events come in all the same; a disk that is full now may have room later.
                logger.LogError("The store was not compacted; it is tried again in {Interval}. {Reason}", interval, error.Message);
            }
        }
    }
}
