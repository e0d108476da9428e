namespace Genie.Geocoding.Indexing;

/// <summary>Records that are added in any order and taken out bucket by bucket; in memory is only the end of each bucket.</summary>
internal sealed class BucketStore(int buckets, string folder) : IDisposable
{
    private const int BlockBytes = 4096;

    private readonly SpillStore _full = new(folder, bufferBytes: 0);
    private readonly Bucket?[] _buckets = new Bucket?[buckets];
    private byte[] _block = new byte[BlockBytes];

    /// <summary>Adds a record.</summary>
    public void Add(int bucket, ReadOnlySpan<byte> record)
    {
        var into = _buckets[bucket] ??= new Bucket();
        if (into.Bytes + record.Length > BlockBytes) Empty(into);
        if (record.Length > BlockBytes)
        {
            Spill(into, record);
            return;
        }

        record.CopyTo(into.Block.AsSpan(into.Bytes));
        into.Bytes += record.Length;
    }

    /// <summary>Takes a bucket's records out: <paramref name="take"/> gets one or several whole ones at a time, in the order in which they were added.</summary>
    public void Take(int bucket, Action<ReadOnlySpan<byte>> take)
    {
        if (_buckets[bucket] is not { } from) return;
        _buckets[bucket] = null;
        foreach (var (place, bytes) in from.Full)
        {
            if (_block.Length < bytes) _block = new byte[bytes];
            _full.Read(place, _block.AsSpan(0, bytes));
            take(_block.AsSpan(0, bytes));
        }

        if (from.Bytes > 0) take(from.Block.AsSpan(0, from.Bytes));
    }

    /// <inheritdoc/>
    public void Dispose() => _full.Dispose();

    private void Empty(Bucket bucket)
    {
        if (bucket.Bytes > 0) Spill(bucket, bucket.Block.AsSpan(0, bucket.Bytes));
        bucket.Bytes = 0;
    }

    private void Spill(Bucket bucket, ReadOnlySpan<byte> bytes)
    {
        bucket.Full.Add((_full.Length, bytes.Length));
        _full.Append(bytes);
    }

    private sealed class Bucket
    {
        public byte[] Block { get; } = new byte[BlockBytes];

        public int Bytes { get; set; }

        public List<(long Place, int Bytes)> Full { get; } = [];
    }
}
