using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;

namespace Genie.Benchmarks.Load.Effects;

/// <summary>An open event store, with the folder that goes when it is closed, if it has one.</summary>
internal sealed class EffectStore : IAsyncDisposable
{
    private readonly string? _temporaryFolder;

    private EffectStore(IEventStore events, string? temporaryFolder) => (Events, _temporaryFolder) = (events, temporaryFolder);

    /// <summary>The store.</summary>
    public IEventStore Events { get; }

    /// <summary>Opens the store that a choice names; an embedded one without a folder gets one that is removed at the end.</summary>
    /// <exception cref="EventStoreException">It cannot be opened.</exception>
    public static async Task<EffectStore> OpenAsync(WorkloadChoice choice, CancellationToken cancellationToken)
    {
        if (choice.Store == StoreKinds.Postgres)
            return new EffectStore(await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = choice.Database ?? "" }, cancellationToken).ConfigureAwait(false), null);
        var temporary = choice.StoreFolder is null ? Directory.CreateTempSubdirectory("genie-events-").FullName : null;
        try
        {
            var options = new EmbeddedStoreOptions { Folder = choice.StoreFolder ?? temporary! };
            return new EffectStore(await EmbeddedEventStore.OpenAsync(options, cancellationToken).ConfigureAwait(false), temporary);
        }
        catch
        {
            Remove(temporary);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Events.DisposeAsync().ConfigureAwait(false);
        Remove(_temporaryFolder);
    }

    private static void Remove(string? folder)
    {
        if (folder is not null && Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
    }
}
