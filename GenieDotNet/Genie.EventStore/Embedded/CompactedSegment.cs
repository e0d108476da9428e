using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded;

/// <summary>What a segment will hold after compaction.</summary>
internal sealed class CompactedSegment
{
    private Batch? _current;

    public List<Batch> Batches { get; } = [];

    /// <summary>True if an event is left out.</summary>
    public bool RemovesEvents { get; private set; }

    /// <summary>Bytes of all batches.</summary>
    public long Bytes { get; private set; }

    public void Add(in LogRecord record, ReadOnlySpan<byte> bytes, int batchBytesMax)
    {
        var batch = BatchWithRoom(batchBytesMax);
        batch.LastRecord = batch.Buffer.Length;
        if (record.Kind is RecordKind.Event or RecordKind.Stub) batch.LastPosition = record.Position;
        batch.Buffer.Add(bytes);
    }

    /// <summary>Leaves an event out, but for its key if that is kept.</summary>
    public void Remove(in LogRecord record, bool keepsKey, int batchBytesMax)
    {
        RemovesEvents = true;
        if (record.Key is null || !keepsKey) return;
        var batch = BatchWithRoom(batchBytesMax);
        (batch.LastPosition, batch.LastRecord) = (record.Position, batch.Buffer.Length);
        batch.Buffer.Add(new LogRecord
        {
            Kind = RecordKind.Stub,
            StreamNumber = record.StreamNumber,
            Version = record.Version,
            Position = record.Position,
            TimeMicroseconds = record.TimeMicroseconds,
            Key = record.Key,
        });
    }

    public void Finish()
    {
        if (_current is not null) Bytes += _current.Buffer.Length;
        _current = null;
    }

    private Batch BatchWithRoom(int batchBytesMax)
    {
        if (_current is not null && _current.Buffer.Length < batchBytesMax) return _current;
        Finish();
        _current = new Batch { LastPosition = Batches.Count > 0 ? Batches[^1].LastPosition : 0 };
        _current.Buffer.Begin();
        Batches.Add(_current);
        return _current;
    }

    internal sealed class Batch
    {
        public BatchBuffer Buffer { get; } = new();

        /// <summary>Where in it the last record begins.</summary>
        public int LastRecord { get; set; }

        public long LastPosition { get; set; }
    }
}
