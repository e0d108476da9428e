using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Backup;

/// <summary>
/// Copies a store, beside the process that writes to it, to where an earlier copy of it may be. Segments are copied in their order, and the
/// last one last: what a compaction has removed from one is in a snapshot that stands in a later one. Until all are copied and synced they
/// have other names, so that whenever it ends the target is the copy before or a whole one.
/// </summary>
internal sealed class StoreBackup(ILogDisk source, ILogDisk target, TimeProvider clock)
{
    private readonly List<string> _made = [];
    private int _kept;
    private long _bytes;
    private long _nextBatch;

    /// <summary>Copies what the target does not have.</summary>
    /// <exception cref="EventStoreCorruptedException">The source is damaged.</exception>
    /// <exception cref="EventStoreException">The target is no copy of this store, or of a later state.</exception>
    public EmbeddedBackupSummary Run(CancellationToken cancellationToken)
    {
        // Read first: the writer only adds to what it says.
        using var said = new LogManifest(source, clock);
        using var had = new LogManifest(target, clock);
        said.Load();
        had.Load();
        if (said.Known is not { } known) throw new EventStoreException($"{source.Place} has no manifest, so it cannot be told whether a copy is whole. Open the store once to write, which makes one.", isTransient: false);
        if (had.Known is { } before && before.Store != known.Store) throw new EventStoreException($"{target.Place} holds another store than {source.Place}. Name an empty folder, or the one with this store's backup.", isTransient: false);
        foreach (var name in target.List().Where(LogRecovery.IsUnfinished)) target.Delete(name);
        var last = CopySegments(known.FirstSegment, cancellationToken);
        if (last < known.LastSegment) throw new EventStoreCorruptedException(Segment.NameOf(last + 1), 0, "the file is missing");
        if (_nextBatch < known.NextBatch) throw new EventStoreCorruptedException(Segment.NameOf(last), 0, $"batches up to {known.NextBatch - 1} were confirmed; they end at {_nextBatch - 1}");
        if (had.Known is { } later && (later.NextBatch > _nextBatch || later.LastSegment > last))
            throw new EventStoreException($"{target.Place} is further than {source.Place}: it was written to, or the store was put back to an earlier state. Nothing was changed; back up to another folder.", isTransient: false);
        Publish();
        had.Confirm(known.Store, known.FirstSegment, last, _nextBatch);
        return new EmbeddedBackupSummary(_made.Count, _kept, _bytes);
    }

    /// <returns>The number of the last one.</returns>
    private long CopySegments(long first, CancellationToken cancellationToken)
    {
        var lastOfTarget = target.List().Select(LogRecovery.NumberOf).DefaultIfEmpty().Max();
        for (var number = first; ; number++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (isSealed, firstBatch) = (HasNext(number), _nextBatch);
            if (!TryCopy(number, isLast: !isSealed, mayKeep: isSealed && number < lastOfTarget, cancellationToken)) return number - 1;
            if (isSealed) continue;
            if (!HasNext(number)) return number;

            // It was sealed meanwhile, perhaps behind more batches.
            (number, _nextBatch) = (number - 1, firstBatch);
        }
    }

    private bool HasNext(long number) => source.List().Contains(Segment.NameOf(number + 1));

    /// <returns>False for a last segment that has no header yet.</returns>
    private bool TryCopy(long number, bool isLast, bool mayKeep, CancellationToken cancellationToken)
    {
        var name = Segment.NameOf(number);
        using var segment = source.List().Contains(name) ? SegmentCopy.TryOpen(source, name) : null;
        if (segment is null) return isLast ? false : throw new EventStoreCorruptedException(name, 0, "the header is not as it was written");
        if (segment.Header.Number != number || (_nextBatch > 0 && segment.Header.FirstBatch != _nextBatch))
            throw new EventStoreCorruptedException(name, 0, $"it begins with batch {segment.Header.FirstBatch}; the one before ends before {_nextBatch}");
        if (mayKeep && IsKept(segment, name))
        {
            _kept++;
        }
        else
        {
            var unfinished = LogRecovery.UnfinishedName(name);
            segment.Read(isLast);
            segment.WriteTo(target, unfinished, cancellationToken);
            if (!_made.Contains(name)) _made.Add(name);
            _bytes += segment.Bytes;
        }

        _nextBatch = segment.NextBatch;
        return true;
    }

    private bool IsKept(SegmentCopy segment, string name)
    {
        if (!target.List().Contains(name)) return false;
        using var copy = target.Open(name);
        return segment.IsCopiedAs(copy);
    }

    /// <summary>First what is new, then what is less than it was, whose rest the new ones hold.</summary>
    private void Publish()
    {
        target.SyncFolder();
        var lastOfTarget = target.List().Select(LogRecovery.NumberOf).DefaultIfEmpty().Max();
        foreach (var name in _made.OrderBy(name => LogRecovery.NumberOf(name) < lastOfTarget).ThenBy(LogRecovery.NumberOf))
            target.Replace(LogRecovery.UnfinishedName(name), name);
        target.SyncFolder();
    }
}
