using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>Reads whole batches of a segment, every record with its checksum.</summary>
internal static class SegmentScan
{
    /// <summary>Takes a record in; returns null, or what it contradicts.</summary>
    public delegate string? Visit(in LogRecord record, long offset);

    /// <summary>What a segment that does not grow any more holds.</summary>
    /// <exception cref="EventStoreCorruptedException">Confirmed bytes have changed.</exception>
    public static TailIndex Read(Segment segment)
    {
        var tail = new TailIndex(segment);
        Read(segment, tail.Apply);
        return tail;
    }

    /// <summary>Goes through all that is confirmed.</summary>
    /// <exception cref="EventStoreCorruptedException">Confirmed bytes have changed.</exception>
    public static void Read(Segment segment, Visit visit)
    {
        var reader = new BatchReader(segment.File, SegmentHeader.HeaderBytes, segment.End);
        while (reader.Offset < segment.End)
        {
            if (reader.Next(out _, out var records) != BatchOutcome.Batch)
                throw new EventStoreCorruptedException(segment.Name, reader.Offset, "a confirmed batch is not as it was written");
            Go(segment, records, reader.RecordsOffset, visit);
        }
    }

    /// <summary>Goes through the records of a batch.</summary>
    /// <returns>Where the last one begins; 0 if there is none.</returns>
    public static long Go(Segment segment, ReadOnlySpan<byte> records, long offset, Visit visit)
    {
        long last = 0;
        for (var at = 0; at < records.Length;)
        {
            LogRecord.TryRead(records[at..], verify: false, out var record);
            last = offset + at;
            if (visit(record, last) is { } contradiction) throw new EventStoreCorruptedException(segment.Name, last, contradiction);
            at += record.Length;
        }

        return last;
    }
}
