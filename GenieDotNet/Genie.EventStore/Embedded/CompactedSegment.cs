using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded;

/// <summary>What a segment will hold after compaction.</summary>
internal sealed class CompactedSegment
{
    private Batch? _current;

    public List<Batch> Batches { get; } = [];

    /// <summary>The last version removed of each stream.</summary>
    public Dictionary<int, long> Removed { get; } = [];

    /// <summary>Bytes of all batches.</summary>
    public long Bytes { get; private set; }

    public void Add(in LogRecord record, ReadOnlySpan<byte> bytes, int batchBytesMax)
    {
        var batch = BatchWithRoom(batchBytesMax);
        if (record.Kind is RecordKind.Event or RecordKind.Snapshot) batch.Kept.Add((record.StreamNumber, record.Version, record.Kind == RecordKind.Snapshot, batch.Buffer.Length));
        if (record.Kind is RecordKind.Event or RecordKind.Stub) batch.LastPosition = record.Position;
        batch.Buffer.Add(bytes);
    }

    /// <summary>Leaves an event out, but for its key.</summary>
    public void Remove(in LogRecord record, int batchBytesMax)
    {
        Removed[record.StreamNumber] = record.Version;
        if (record.Key is null) return;
        var batch = BatchWithRoom(batchBytesMax);
        batch.LastPosition = record.Position;
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

        public List<(int Stream, long Version, bool IsSnapshot, int At)> Kept { get; } = [];

        public long LastPosition { get; set; }
    }
}
