using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>A segment file and what is known of it.</summary>
internal sealed class Segment(ILogFile file, SegmentHeader header)
{
    /// <summary>A landmark at least every so many bytes.</summary>
    private const long LandmarkBytes = 64 << 10;

    private readonly List<(long PositionBefore, long Offset)> _landmarks = [(header.PositionBefore, SegmentHeader.HeaderBytes)];

    public ILogFile File { get; } = file;

    public SegmentHeader Header { get; } = header;

    public string Name => NameOf(Header.Number);

    /// <summary>True once a compacted one took its place: who finds that after entering a section looks for it again.</summary>
    public bool IsRetired { get; private set; }

    /// <summary>How it ends now. Guarded by the index's lock.</summary>
    public SegmentEnd Ends { get; private set; } = new(SegmentHeader.HeaderBytes, 0, 0, header.FirstBatch, header.PositionBefore);

    /// <summary>Where the next batch goes; everything before is confirmed. Guarded by the index's lock.</summary>
    public long End => Ends.Offset;

    /// <summary>Where to begin to read for events after a position, in their order.</summary>
    public IReadOnlyList<(long PositionBefore, long Offset)> Landmarks => _landmarks;

    public static string NameOf(long number) => $"{number:D10}.log";

    /// <summary>Another one takes its place. The caller holds the index's lock.</summary>
    public void Retire() => IsRetired = true;

    /// <summary>Nothing is known of it but its header.</summary>
    public void Restart() => Extend(new SegmentEnd(SegmentHeader.HeaderBytes, 0, 0, Header.FirstBatch, Header.PositionBefore), [(Header.PositionBefore, SegmentHeader.HeaderBytes)]);

    /// <summary>Notes a confirmed batch.</summary>
    public void Extend(in SegmentEnd end)
    {
        Ends = end;
        if (end.Offset - _landmarks[^1].Offset >= LandmarkBytes) _landmarks.Add((end.LastPosition, end.Offset));
    }

    /// <summary>Takes what an index file says of it.</summary>
    public void Extend(in SegmentEnd end, IReadOnlyCollection<(long PositionBefore, long Offset)> landmarks)
    {
        Ends = end;
        _landmarks.Clear();
        _landmarks.AddRange(landmarks);
    }

    /// <summary>Where to begin to read for events after a position.</summary>
    public long OffsetBefore(long afterPosition)
    {
        int low = 0, high = _landmarks.Count - 1;
        while (low < high)
        {
            var middle = (low + high + 1) / 2;
            if (_landmarks[middle].PositionBefore <= afterPosition) low = middle;
            else high = middle - 1;
        }

        return _landmarks[low].Offset;
    }
}
