using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>The event store of the settings.</summary>
internal static class ServerStore
{
    /// <summary>Opens it.</summary>
    /// <exception cref="EventStoreException">It cannot be opened.</exception>
    /// <exception cref="BadArgumentException">The connection string is none.</exception>
    public static async Task<IEventStore> OpenAsync(GeniusSettings settings, CancellationToken cancellationToken)
    {
        if (settings.Database is not { } database) return await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = settings.Store }, cancellationToken).ConfigureAwait(false);
        try
        {
            return await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = database }, cancellationToken).ConfigureAwait(false);
        }
        catch (ArgumentException error)
        {
            // The text itself stays unsaid: it may have a password.
            throw new BadArgumentException($"Database is no connection string, as Host=db;Username=genius;Database=genius. {error.WithoutArgument()}", error);
        }
    }
}
