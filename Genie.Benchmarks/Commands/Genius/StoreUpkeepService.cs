using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Frees from time to time what the store need not keep: in a folder by compaction, in PostgreSQL old request keys.</summary>
internal sealed class StoreUpkeepService(IEventStore store, TimeSpan interval, TimeProvider clock, ILogger<StoreUpkeepService> logger) : BackgroundService
{
    private static readonly TimeSpan KeysInterval = TimeSpan.FromHours(1);

    /// <summary>How often there is something to do for a store with these settings; null: never.</summary>
    public static TimeSpan? IntervalOf(IEventStore store, GeniusSettings settings) => store is PostgreSqlEventStore ? KeysInterval : settings.CompactInterval;

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (true)
        {
            await Task.Delay(interval, clock, stoppingToken).ConfigureAwait(false);
            try
            {
                if (store is EmbeddedEventStore folder) await folder.CompactAsync(stoppingToken).ConfigureAwait(false);
                else if (store is PostgreSqlEventStore database) await database.ForgetKeysAsync(stoppingToken).ConfigureAwait(false);
            }
            catch (Exception error) when (error is EventStoreException or IOException)
            {
                // Events come in all the same; a disk that is full now may have room later.
                logger.LogError("What the store need not keep was not removed; it is tried again in {Interval}. {Reason}", interval, error.Message);
            }
        }
    }
}
