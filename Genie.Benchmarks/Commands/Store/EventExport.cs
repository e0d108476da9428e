using Genie.EventStore.Embedded;

namespace Genie.Benchmarks.Commands.Store;

/// <summary>
/// Writes what an import needs: where streams begin whose first events are gone, the events, and snapshots of those streams that are later
/// than where they begin.
/// </summary>
internal sealed class EventExport(EmbeddedEventStore store, EventLines lines)
{
    /// <summary>Writes the whole store.</summary>
    public async Task WriteAllAsync(CancellationToken cancellationToken)
    {
        var shortened = store.ListStreams().Where(stream => stream.FirstVersion > 1).ToList();
        await WriteStartsAsync(shortened, cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadAllAsync(0, cancellationToken).ConfigureAwait(false)) lines.Write(each);
        await WriteSnapshotsAsync(shortened, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes one stream.</summary>
    /// <returns>Its events.</returns>
    public async Task<long> WriteStreamAsync(string name, CancellationToken cancellationToken)
    {
        List<EmbeddedStreamSummary> shortened = store.FindStream(name) is { FirstVersion: > 1 } found ? [found] : [];
        await WriteStartsAsync(shortened, cancellationToken).ConfigureAwait(false);
        var (events, first) = (0L, shortened.Count > 0 ? shortened[0].FirstVersion : 1);
        await foreach (var each in store.ReadStreamAsync(name, first, cancellationToken).ConfigureAwait(false))
        {
            lines.Write(each);
            events++;
        }

        await WriteSnapshotsAsync(shortened, cancellationToken).ConfigureAwait(false);
        return events;
    }

    private async Task WriteStartsAsync(List<EmbeddedStreamSummary> streams, CancellationToken cancellationToken)
    {
        foreach (var stream in streams)
        {
            var snapshot = await store.LoadSnapshotAsync(stream.Name, cancellationToken).ConfigureAwait(false);
            lines.WriteStart(stream.Name, stream.FirstVersion, !stream.IsAfterDeletion && snapshot?.Version == stream.FirstVersion - 1 ? snapshot : null);
        }
    }

    private async Task WriteSnapshotsAsync(List<EmbeddedStreamSummary> streams, CancellationToken cancellationToken)
    {
        foreach (var stream in streams)
        {
            if (await store.LoadSnapshotAsync(stream.Name, cancellationToken).ConfigureAwait(false) is { } snapshot && snapshot.Version >= stream.FirstVersion) lines.WriteSnapshot(stream.Name, snapshot);
        }
    }
}
