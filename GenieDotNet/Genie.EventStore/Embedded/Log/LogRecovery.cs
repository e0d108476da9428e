using System.Globalization;
using System.Security.Cryptography;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// Opens the log. Of segments with an index file that fits it looks at head and end; others, and always the last one, it reads. Only the
/// last batch of the last segment may be incomplete, since a batch is written when the one before is on disk: such a batch was never
/// confirmed and is cut off. Anything else that is not as it was written, or that the manifest says must be there and is not, is damage,
/// and refused.
/// </summary>
internal sealed class LogRecovery(ILogDisk disk, LogIndex index, SegmentedLog log, LogManifest manifest, IndexKeeper keeper, bool verifies)
{
    private const string Unfinished = ".new";

    private readonly LogCheck? _check = verifies ? new LogCheck() : null;
    private IReadOnlyList<string> _names = [];
    private Segment[] _segments = [];
    private (string Name, ILogFile File)? _headless;

    /// <summary>The name that a file has until it takes another's place.</summary>
    public static string UnfinishedName(string name) => name + Unfinished;

    /// <summary>True for a file that did not take its place.</summary>
    public static bool IsUnfinished(string name) => name.EndsWith(Unfinished, StringComparison.Ordinal);

    /// <summary>Fills index and log.</summary>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed, or are gone.</exception>
    public void Run()
    {
        // Read first: a writer that is at work beside a reader only adds to what it says.
        manifest.Load();
        _names = disk.List();
        if (!disk.IsReadOnly) RemoveUnfinished();
        _segments = OpenSegments();
        if (_segments.Length > 0) (log.Store, log.NextBatch, keeper.Store) = (_segments[0].Header.Store, _segments[0].Header.FirstBatch, _segments[0].Header.Store);
        foreach (var segment in _segments) log.Add(segment);
        for (var i = 0; i < _segments.Length;) i += Recover(i);
        Settle();
        if (_check?.FindMissing() is { } missing) throw new EventStoreCorruptedException(_segments[0].Name, 0, missing);
        if (!disk.IsReadOnly) keeper.RemoveOthers(_names);
        if (_segments.Length == 0) log.Store = keeper.Store = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    }

    private static EventStoreCorruptedException Missing(long number) => new(Segment.NameOf(number), 0, "the file is missing");

    /// <summary>A segment's number by its file's name; 0 for other files.</summary>
    public static long NumberOf(string name) =>
        name.EndsWith(".log", StringComparison.Ordinal) && long.TryParse(name[..^4], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    private void RemoveUnfinished()
    {
        foreach (var name in _names.Where(IsUnfinished)) disk.Delete(name);

        // What was seen is what the next crash must leave: a file that comes back later would not fit to what was written meanwhile.
        disk.SyncFolder();
    }

    private Segment[] OpenSegments()
    {
        var numbers = _names.Select(NumberOf).Where(number => number > 0).Order().ToArray();
        var next = manifest.Known?.FirstSegment ?? numbers.FirstOrDefault();
        var segments = new List<Segment>();
        var head = new byte[SegmentHeader.HeaderBytes];
        foreach (var number in numbers)
        {
            if (number != next++) throw Missing(next - 1);
            var name = Segment.NameOf(number);
            var file = disk.Open(name);
            if (SegmentHeader.TryRead(head.AsSpan(0, file.ReadFully(0, head)), out var header)) segments.Add(new Segment(file, header));
            else if (number == numbers[^1]) _headless = (name, file);
            else throw new EventStoreCorruptedException(name, 0, "the header is not as it was written");
            if (_headless is null && (header.Number != number || header.Store != segments[0].Header.Store || header.Store != (manifest.Known?.Store ?? header.Store)))
                throw new EventStoreCorruptedException(name, 0, "it is another store's, or has another's name");
        }

        return [.. segments];
    }

    /// <summary>What is behind the last segment, and whether that is all.</summary>
    private void Settle()
    {
        var next = (_segments.Length > 0 ? _segments[^1].Header.Number : (manifest.Known?.FirstSegment ?? 1) - 1) + 1;
        if (_headless is var (name, file))
        {
            // A segment gets its first batch when its header is on disk, so one without a header has none.
            var isLost = (manifest.Known is { } said && (next <= said.LastSegment || log.NextBatch < said.NextBatch)) || LogTail.HoldsBatch(file, 0, null, 0);
            file.Dispose();
            if (isLost) throw new EventStoreCorruptedException(name, 0, "the header is not as it was written");
            if (!disk.IsReadOnly)
            {
                disk.Delete(name);
                disk.SyncFolder();
            }
        }

        if (manifest.Known is { } known && (next <= known.LastSegment || log.NextBatch < known.NextBatch)) throw Missing(next);
    }

    /// <returns>Segments that are done.</returns>
    private int Recover(int at)
    {
        var segment = _segments[at];
        if (segment.Header.FirstBatch != log.NextBatch)
            throw new EventStoreCorruptedException(segment.Name, 0, $"it begins with batch {segment.Header.FirstBatch}; the one before ends before {log.NextBatch}");
        if (segment.Header.PositionBefore < index.Position)
            throw new EventStoreCorruptedException(segment.Name, 0, $"it begins after position {segment.Header.PositionBefore}; the one before ends at {index.Position}");
        var isTail = at == _segments.Length - 1;
        if (!isTail && OpenIndex(at) is { } run)
        {
            index.Add(run);
            if (verifies) Verify(run);
            log.NextBatch = NextBatch(run.Segments[^1]);
            return run.Segments.Count;
        }

        var reading = new SegmentRecovery(disk, log, manifest, segment, isLast: isTail && _headless is null);
        if (isTail)
        {
            index.Begin(segment);
            reading.Read(Checked(index.Apply));
        }
        else
        {
            var tail = new TailIndex(segment);
            reading.Read(Checked(tail.Apply));
            index.Add(keeper.Write(tail));
        }

        log.NextBatch = NextBatch(segment);
        return 1;
    }

    private static long NextBatch(Segment segment) => segment.Header.IsCompacted ? segment.Header.BatchAfter : segment.Ends.NextBatch;

    /// <summary>Of the index files that begin with a segment the largest that fits.</summary>
    private IndexRun? OpenIndex(int at)
    {
        var first = _segments[at].Header.Number;
        var candidates = _names.Select(name => (Name: name, Segments: IndexFit.SegmentsOf(name)))
            .Where(each => each.Segments is var (from, to) && from == first && to >= first && to < _segments[^1].Header.Number)
            .OrderByDescending(each => each.Segments!.Value.Last);
        foreach (var (name, segments) in candidates)
        {
            if (keeper.TryOpen(name, _segments[at..(int)(at + segments!.Value.Last - first + 1)]) is { } run) return run;
        }

        return null;
    }

    private SegmentScan.Visit Checked(SegmentScan.Visit apply) => _check is null
        ? apply
        : (in LogRecord record, long offset) => _check.Apply(record) ?? apply(record, offset);

    private void Verify(IndexRun run)
    {
        foreach (var segment in run.Segments)
        {
            SegmentScan.Read(segment, (in LogRecord record, long _) => _check!.Apply(record));
            if (new BatchReader(segment.File, segment.End, segment.File.Length).Next(out _, out _) != BatchOutcome.End)
                throw new EventStoreCorruptedException(segment.Name, segment.End, "a batch is not as it was written");
        }

        try
        {
            run.File.Verify();
        }
        catch (IndexDamagedException)
        {
            keeper.Repair(run.File);
        }
    }
}
