using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded;

/// <content>Streams as a whole, for what copies them.</content>
public sealed partial class EmbeddedEventStore
{
    // So that no stream runs out of versions.
    private const long StartVersionMax = 1L << 62;

    /// <summary>All streams that have events, or had, in the order in which they were begun.</summary>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed.</exception>
    public IReadOnlyList<EmbeddedStreamSummary> ListStreams()
    {
        List<EmbeddedStreamSummary> streams = [];
        _index.Repaired(() =>
        {
            streams.Clear();
            IEnumerable<MergedStream> all;
            lock (_index.Lock) (all, _) = _index.Streams();
            foreach (var (number, stream, _) in all) streams.Add(new EmbeddedStreamSummary(_index.NameOf(number), stream.First, stream.Version, stream.IsAfterDeletion));
        });
        return streams;
    }

    /// <summary>A stream that has events, or had; null: there is none of that name.</summary>
    public EmbeddedStreamSummary? FindStream(string stream) => _index.With(
        stream, entry => entry is not { Version: > 0 } ? (EmbeddedStreamSummary?)null : new EmbeddedStreamSummary(stream, entry.FirstVersion, entry.Version, entry.IsAfterDeletion));

    /// <summary>
    /// Begins a stream whose events up to a version are elsewhere: to callers it is as after a deletion, at version 0 until something is appended, and its next event
    /// has the version after that one. For imports; other streams begin with their first append.
    /// </summary>
    /// <param name="stream">Its name.</param>
    /// <param name="version">The last version that is not there, 1 to 2^62.</param>
    /// <param name="cancellationToken">Ends the waiting; the stream may have been begun.</param>
    /// <exception cref="VersionConflictException">The stream is there.</exception>
    public ValueTask StartStreamAsync(string stream, long version, CancellationToken cancellationToken)
    {
        CheckStart(version, nameof(version));
        return StartAsync(stream, RecordKind.Deletion, version, default, cancellationToken);
    }

    /// <summary>Begins a stream whose events up to a snapshot are gone, as after a compaction: it is at the snapshot's version.</summary>
    /// <inheritdoc cref="StartStreamAsync(string, long, CancellationToken)"/>
    public ValueTask StartStreamAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(snapshot);
        CheckStart(snapshot.Version, nameof(snapshot));
        return StartAsync(stream, RecordKind.Snapshot, snapshot.Version, snapshot.State, cancellationToken);
    }

    private static void CheckStart(long version, string parameter)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(version, 1, parameter);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(version, StartVersionMax, parameter);
    }

    private async ValueTask StartAsync(string stream, RecordKind kind, long version, ReadOnlyMemory<byte> state, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        ThrowIfReadOnly();
        var pending = _committer.Rent();
        (pending.Kind, pending.Request, pending.Version, pending.State, pending.StartsStream) = (kind, new AppendRequest(stream, default), version, state, true);
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
    }
}
