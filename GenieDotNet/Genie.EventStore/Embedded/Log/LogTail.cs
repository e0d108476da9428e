using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>The end of the last segment: what a crash, or a sync that failed, may have left there.</summary>
internal static class LogTail
{
    private const int ChunkBytes = 1 << 20;

    /// <summary>
    /// Makes the end firm: the last batch is written again, and what stands behind it is zeroed. After a sync that failed the page cache
    /// shows a batch that the disk may not hold, and a later sync would not write it; nothing may follow such a batch.
    /// </summary>
    public static void Settle(Segment segment, long lastBatchOffset)
    {
        Rewrite(segment.File, 0, SegmentHeader.HeaderBytes);
        Rewrite(segment.File, lastBatchOffset, segment.End);
        var chunk = new byte[Math.Min(ChunkBytes, segment.File.Length)];
        for (var at = segment.End; at < segment.File.Length; at += chunk.Length)
        {
            var read = segment.File.ReadFully(at, chunk);
            if (chunk.AsSpan(0, read).ContainsAnyExcept((byte)0)) segment.File.Write(at, new byte[read]);
        }

        segment.File.Sync();
    }

    /// <summary>True if a batch begins somewhere from an offset on.</summary>
    /// <param name="file">The file.</param>
    /// <param name="from">The offset.</param>
    /// <param name="store">Whose batch; null for any store's.</param>
    /// <param name="numberMin">Its number at least.</param>
    public static bool HoldsBatch(ILogFile file, long from, ulong? store, long numberMin)
    {
        // A header may lie across two pieces.
        var chunk = new byte[Math.Min(ChunkBytes, file.Length) + BatchHeader.HeaderBytes];
        for (var at = from; at < file.Length; at += ChunkBytes)
        {
            var bytes = chunk.AsSpan(0, file.ReadFully(at, chunk));
            if (BatchHeader.Find(bytes, store, numberMin) >= 0) return true;
        }

        return false;
    }

    private static void Rewrite(ILogFile file, long from, long to)
    {
        var bytes = new byte[to - from];
        file.ReadFully(from, bytes);
        file.Write(from, bytes);
    }
}
