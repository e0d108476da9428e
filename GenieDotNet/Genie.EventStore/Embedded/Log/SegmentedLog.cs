using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded.Log;

/// <summary>The segments in their order, and the writing of batches to the last one. One thread writes.</summary>
internal sealed class SegmentedLog(ILogDisk disk, LogIndex index, EmbeddedStoreOptions options, LogManifest manifest, SegmentPreparation preparation, CompactionReserve reserve, IndexKeeper keeper) : IDisposable
{
    private const long ReservedSegmentBytes = 64 << 10;

    private readonly SortedList<long, Segment> _segments = [];
    private readonly SegmentScan.Visit _apply = index.Apply;
    private bool _mustRoll;

    /// <summary>The store's number.</summary>
    public ulong Store { get; set; }

    /// <summary>The number that the next batch gets.</summary>
    public long NextBatch { get; set; } = 1;

    /// <summary>The segments; guarded by the index's lock.</summary>
    public IList<Segment> Segments => _segments.Values;

    public Segment? Find(long number) => _segments.GetValueOrDefault(number);

    public void Add(Segment segment) => _segments.Add(segment.Header.Number, segment);

    /// <summary>Puts a compacted segment in the place of another one.</summary>
    public void Replace(Segment segment)
    {
        _segments[segment.Header.Number].Retire();
        _segments[segment.Header.Number] = segment;
    }

    /// <summary>Writes a batch, waits until it is on disk, and takes it into the index.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="usesReserve">True for what compaction needs: on a full disk it goes into a segment of the reserve's room.</param>
    /// <exception cref="EventStoreFullException">There is no room for another segment; nothing was written.</exception>
    /// <exception cref="EventStoreDiskException">Another segment could not be made; nothing was written.</exception>
    /// <exception cref="IOException">What was written is unknown.</exception>
    public void Append(BatchBuffer batch, bool usesReserve = false)
    {
        var segment = SegmentFor(batch.Length, usesReserve);
        var offset = segment.End;
        batch.Seal(Store, NextBatch);
        segment.File.Write(offset, batch.Bytes);
        segment.File.Sync();
        NextBatch++;
        manifest.Mark(batch.Length, NextBatch);
        lock (index.Lock) Publish(segment, batch.Bytes, offset);
        if (segment.End > segment.File.Length / 2) preparation.Begin();
    }

    /// <summary>Has the manifest say that everything until now must be there.</summary>
    public void ConfirmManifest() => manifest.Confirm(Store, Segments[0].Header.Number, Segments[^1].Header.Number, NextBatch);

    /// <summary>Makes a file and a header in it, both on disk.</summary>
    public ILogFile Create(string name, in SegmentHeader header, long bytes) => Begin(disk.Create(name, bytes), header);

    public void Dispose()
    {
        preparation.Dispose();
        keeper.Dispose();
        manifest.Dispose();
        foreach (var segment in _segments.Values) segment.File.Dispose();
    }

    private void Publish(Segment segment, ReadOnlySpan<byte> batch, long offset)
    {
        var last = SegmentScan.Go(segment, batch[BatchHeader.HeaderBytes..], offset + BatchHeader.HeaderBytes, _apply);
        segment.Extend(new SegmentEnd(offset + batch.Length, offset, last, NextBatch, index.Position));
    }

    private static ILogFile Begin(ILogFile file, in SegmentHeader header)
    {
        Span<byte> head = stackalloc byte[SegmentHeader.HeaderBytes];
        header.Write(head);
        file.Write(0, head);
        file.Sync();
        return file;
    }

    private Segment SegmentFor(int bytes, bool usesReserve)
    {
        var last = _segments.Count > 0 ? _segments.Values[^1] : null;
        if (last is not null && !_mustRoll && !last.Header.IsCompacted && last.End + bytes <= last.File.Length) return last;
        var header = new SegmentHeader(Store, (last?.Header.Number ?? 0) + 1, NextBatch, index.Position);
        var bytesMin = SegmentHeader.HeaderBytes + (long)bytes;
        Segment segment;
        try
        {
            segment = new Segment(Roll(header, bytesMin, usesReserve), header);

            // Not of the new segment, which is made anew if this fails; that it was there its batches will tell.
            manifest.Confirm(Store, last is null ? header.Number : Segments[0].Header.Number, header.Number - 1, NextBatch);
        }
        catch (IOException error) when (!DiskErrors.IsFull(error))
        {
            throw new EventStoreDiskException(disk.Place, error);
        }
        catch (IOException error) when (last is null)
        {
            throw EventStoreFullException.FirstSegment(disk.Place, Math.Max(options.SegmentBytes, bytesMin), error);
        }
        catch (IOException error)
        {
            throw usesReserve ? EventStoreFullException.Reserve(disk.Place, Math.Max(options.SegmentBytes, bytesMin), error) : new EventStoreFullException(disk.Place, error);
        }

        _mustRoll = false;
        lock (index.Lock)
        {
            Add(segment);
            index.Begin(segment);
        }

        keeper.Begin();
        return segment;
    }

    private ILogFile Roll(in SegmentHeader header, long bytesMin, bool usesReserve)
    {
        var name = Segment.NameOf(header.Number);
        var spare = bytesMin <= options.SegmentBytes ? preparation.Take() : null;
        var file = spare ?? (usesReserve ? OfReserve(name, bytesMin) : disk.Create(name, Math.Max(options.SegmentBytes, bytesMin)));

        // If what follows fails, a file with that header may be there: nothing may go into the segment before it any more.
        _mustRoll = true;
        try
        {
            Begin(file, header);
            if (spare is not null) disk.Replace(SegmentPreparation.SpareName, name);
            disk.SyncFolder();
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private ILogFile OfReserve(string name, long bytesMin)
    {
        var bytes = Math.Max(bytesMin, Math.Min(options.SegmentBytes / 64, ReservedSegmentBytes));
        return reserve.TryGive(bytes, () => disk.Create(name, bytes)) ?? throw DiskErrors.Full("The reserve is used up.");
    }
}
