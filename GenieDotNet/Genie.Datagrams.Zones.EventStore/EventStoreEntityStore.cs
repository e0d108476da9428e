using System.Globalization;
using Genie.EventStore;

namespace Genie.Datagrams.Zones.EventStore;

/// <summary>
/// Entities in an event store: a stream for each, an event for each save, whose version is the entity's. Every 256 events there is a snapshot, and in PostgreSQL the
/// events before it are removed: beside the saves that follow, none of which waits for it. A store in a folder keeps them until <see cref="Genie.EventStore.Embedded.EmbeddedEventStore.CompactAsync"/> is called. Safe for concurrent callers.
/// </summary>
/// <param name="store">The event store; PostgreSQL where zone servers are several processes. It remains the caller's.</param>
/// <param name="category">What the streams' names begin with, before a slash.</param>
public sealed class EventStoreEntityStore(IEventStore store, string category = "entity") : IEntityStore
{
    private const int SnapshotInterval = 256;
    private const string Saved = "EntitySaved";

    // A database that is behind is not given more and more of them: those that are left out come 256 events later.
    private const int SnapshotsAtOnce = 8;

    private int _snapshotting;

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not read.</exception>
    /// <exception cref="ZoneException">The stream holds something else.</exception>
    public async ValueTask<EntityRecord?> LoadAsync(ulong entity, CancellationToken cancellationToken)
    {
        var stream = StreamOf(entity);
        while (true)
        {
            var version = await store.GetVersionAsync(stream, cancellationToken);
            if (version == 0) return null;
            if (await store.LoadSnapshotAsync(stream, cancellationToken) is { } snapshot && snapshot.Version >= version) return Read(stream, snapshot.State);
            if (await ReadLastAsync(stream, version, cancellationToken) is { } last) return Read(stream, last.Payload);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="EventStoreException">The store could not write.</exception>
    public async ValueTask<bool> TrySaveAsync(EntityRecord record, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(record);
        var (stream, bytes) = (StreamOf(record.Entity), record.ToBytes());
        try
        {
            await store.AppendAsync(new AppendRequest(stream, new[] { new NewEvent(Saved, bytes) }) { ExpectedVersion = record.Version - 1 }, cancellationToken);
        }
        catch (VersionConflictException)
        {
            return false;
        }

        if (record.Version % SnapshotInterval == 0) _ = SnapshotAsync(stream, record.Version, bytes);
        return true;
    }

    /// <summary>The last event of a stream, or null if others have saved meanwhile and the one of that version is gone: then there is a later snapshot.</summary>
    private async ValueTask<RecordedEvent?> ReadLastAsync(string stream, long fromVersion, CancellationToken cancellationToken)
    {
        try
        {
            RecordedEvent? last = null;
            await foreach (var saved in store.ReadStreamAsync(stream, fromVersion, cancellationToken)) last = saved;
            return last;
        }
        catch (EventsCompactedException)
        {
            return null;
        }
    }

    private async Task SnapshotAsync(string stream, long version, byte[] bytes)
    {
        try
        {
            if (Interlocked.Increment(ref _snapshotting) > SnapshotsAtOnce) return;
            await store.SaveSnapshotAsync(stream, new StreamSnapshot(version, bytes), CancellationToken.None);
            await store.CompactStreamAsync(stream, CancellationToken.None);
        }
        catch (Exception error) when (error is EventStoreException or ObjectDisposedException)
        {
            // The record is kept already; the next snapshot does for this one.
        }
        finally
        {
            Interlocked.Decrement(ref _snapshotting);
        }
    }

    private string StreamOf(ulong entity) => string.Create(CultureInfo.InvariantCulture, $"{category}/{entity:x16}");

    private static EntityRecord Read(string stream, ReadOnlyMemory<byte> bytes) =>
        EntityRecord.Read(bytes.Span) ?? throw new ZoneException($"The last event of stream '{stream}' is no entity: give entities a category of their own.", isTransient: false);
}
