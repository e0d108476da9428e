using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>Reads records one after the other, and those that stand near one another with one call.</summary>
internal sealed class RecordWindow
{
    /// <summary>Bytes between two records that are cheaper read than left out.</summary>
    private const int GapMax = 16 << 10;
    private const int LikelyBytes = 1024;
    private const int WindowBytes = 1 << 20;

    private byte[] _bytes = [];
    private Segment? _segment;
    private long _offset;
    private int _length;

    /// <summary>A record, valid until the next call.</summary>
    /// <param name="locations">Where those are that will be wanted.</param>
    /// <param name="at">Which of them is wanted now.</param>
    /// <exception cref="EventStoreCorruptedException">It is not as it was written.</exception>
    public LogRecord Read(List<EventLocation> locations, int at)
    {
        var (segment, offset) = locations[at];
        if (!TryGet(segment, offset, out var bytes))
        {
            Fill(segment, offset, EndOf(locations, at) - offset);
            if (!TryGet(segment, offset, out bytes))
            {
                Fill(segment, offset, Math.Clamp(segment.File.Length - offset, 0, BitConverter.ToUInt32(_bytes)));
                if (!TryGet(segment, offset, out bytes)) throw new EventStoreCorruptedException(segment.Name, offset, "a confirmed record is not as it was written");
            }
        }

        return LogRecord.TryRead(bytes, verify: true, out var record)
            ? record : throw new EventStoreCorruptedException(segment.Name, offset, "a confirmed record is not as it was written");
    }

    /// <summary>Forgets what it holds: behind the records that were asked for others may have been written since.</summary>
    public void Clear() => _length = 0;

    /// <summary>Where what is read at once ends: with the records that follow without a large gap.</summary>
    private static long EndOf(List<EventLocation> locations, int at)
    {
        var (segment, first) = locations[at];
        var last = first;
        for (var i = at + 1; i < locations.Count; i++)
        {
            var (other, offset) = locations[i];
            if (other != segment || offset - last is < 0 or > GapMax || offset - first > WindowBytes) break;
            last = offset;
        }

        return last + LikelyBytes;
    }

    private bool TryGet(Segment segment, long offset, out ReadOnlySpan<byte> record)
    {
        record = default;
        var at = offset - _offset;
        if (segment != _segment || at < 0 || at + LogRecord.HeaderBytes > _length) return false;
        var length = BitConverter.ToUInt32(_bytes, (int)at);
        if (length > _length - at) return false;
        record = _bytes.AsSpan((int)at, (int)length);
        return true;
    }

    private void Fill(Segment segment, long offset, long bytes)
    {
        if (_bytes.Length < bytes) _bytes = new byte[Math.Max(bytes, 16 << 10)];
        (_segment, _offset) = (segment, offset);
        _length = segment.File.ReadFully(offset, _bytes.AsSpan(0, (int)bytes));
    }
}
