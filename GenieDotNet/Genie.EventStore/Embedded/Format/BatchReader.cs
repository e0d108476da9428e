using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded.Format;

/// <summary>Reads batches one after the other through a window, so that small ones do not cost a call each.</summary>
internal sealed class BatchReader(ILogFile file, long offset, long limit)
{
    private const int WindowBytes = 1 << 20;

    private byte[] _window = [];
    private long _windowOffset = offset;
    private int _have;

    /// <summary>Where the next batch begins.</summary>
    public long Offset { get; private set; } = offset;

    /// <summary>Where the records of the batch begin that was read last.</summary>
    public long RecordsOffset { get; private set; }

    /// <summary>Reads a batch, whole and with every checksum right.</summary>
    /// <param name="header">Its header; set also for a batch whose records are broken.</param>
    /// <param name="records">Its records, valid until the next call.</param>
    public BatchOutcome Next(out BatchHeader header, out ReadOnlySpan<byte> records)
    {
        records = default;
        var bytes = Window(BatchHeader.HeaderBytes);
        if (bytes.IsEmpty || !bytes[..Math.Min(bytes.Length, BatchHeader.HeaderBytes)].ContainsAnyExcept((byte)0))
        {
            header = default;
            return BatchOutcome.End;
        }

        if (!BatchHeader.TryRead(bytes, out header)) return BatchOutcome.Broken;
        var wanted = (long)BatchHeader.HeaderBytes + header.Bytes;
        bytes = Window(wanted);
        if (bytes.Length < wanted) return BatchOutcome.Broken;
        records = bytes.Slice(BatchHeader.HeaderBytes, header.Bytes);
        if (!AreWhole(records, header.Records)) return BatchOutcome.Broken;
        RecordsOffset = Offset + BatchHeader.HeaderBytes;
        Offset = RecordsOffset + header.Bytes;
        return BatchOutcome.Batch;
    }

    private static bool AreWhole(ReadOnlySpan<byte> records, int count)
    {
        for (; count > 0; count--)
        {
            if (!LogRecord.TryRead(records, verify: true, out var record)) return false;
            records = records[record.Length..];
        }

        return records.IsEmpty;
    }

    /// <summary>What is there from <see cref="Offset"/> on, at least as many bytes as asked for unless the limit comes first.</summary>
    private ReadOnlySpan<byte> Window(long bytes)
    {
        bytes = Math.Min(bytes, limit - Offset);
        var at = (int)(Offset - _windowOffset);
        if (at + bytes <= _have) return _window.AsSpan(at, _have - at);
        var wanted = (int)Math.Min(limit - Offset, Math.Max(bytes, WindowBytes));
        var kept = Math.Max(_have - at, 0);
        var next = wanted <= _window.Length ? _window : new byte[wanted];
        _window.AsSpan(Math.Min(at, _have), kept).CopyTo(next);
        _window = next;
        _windowOffset = Offset;
        _have = kept + file.ReadFully(Offset + kept, next.AsSpan(kept, wanted - kept));
        return _window.AsSpan(0, _have);
    }
}
