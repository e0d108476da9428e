using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// Writes what neighbouring layers hold as one index file, section by section: a segment's own, or several merged, so that a search has
/// few files to look into (the log-structured merge-tree of O'Neil et al., Acta Informatica 33, 1996; in tiers of several files of a size).
/// </summary>
internal sealed class IndexWriter(ILogFile file, IReadOnlyList<IIndexLayer> layers, CancellationToken cancellationToken)
{
    private const int LocationsAtOnce = 512;
    private const int CheckEvery = 1 << 16;

    private readonly IndexFileWriter _writer = new(file);
    private long _entries;

    /// <exception cref="OperationCanceledException">It is not wanted any more.</exception>
    /// <exception cref="IndexDamagedException">A layer's file is not as it was written.</exception>
    public void Write(ulong store)
    {
        var segments = layers.SelectMany(layer => layer.Segments).ToArray();
        WriteSegments(segments);
        WriteStreams();
        WriteLocations();
        WriteSnapshots();
        WriteNames();
        WriteNameHashes();
        WriteKeys();
        WriteCheckpoints();
        _writer.Finish(store, segments[0].Header.Number, segments[^1].Header.Number, layers.Max(layer => layer.NextNumber), layers.Any(layer => layer.HasDeletions));
    }

    private void WriteSegments(Segment[] segments)
    {
        _writer.Begin(IndexSection.Segments);
        Span<byte> facts = stackalloc byte[SegmentFacts.FactsBytes];
        foreach (var segment in segments)
        {
            SegmentFacts.Of(segment).Write(facts);
            _writer.Write(facts);
        }

        _writer.End();
        _writer.Begin(IndexSection.Landmarks);
        Span<byte> entry = stackalloc byte[IndexRun.LandmarkBytes];
        foreach (var (positionBefore, offset) in segments.SelectMany(segment => segment.Landmarks))
        {
            BinaryPrimitives.WriteInt64LittleEndian(entry, positionBefore);
            BinaryPrimitives.WriteInt64LittleEndian(entry[8..], offset);
            _writer.Write(entry);
        }

        _writer.End();
    }

    private void WriteStreams()
    {
        _writer.Begin(IndexSection.Streams);
        Span<byte> entry = stackalloc byte[IndexRun.StreamBytes];
        ulong start = 0;
        foreach (var (number, stream, _) in StreamMerge.Over(layers))
        {
            BinaryPrimitives.WriteInt32LittleEndian(entry, number);
            BinaryPrimitives.WriteUInt64LittleEndian(entry[4..], start | (stream.HasSnapshot ? IndexRun.SnapshotFlag : 0) | (stream.IsAfterDeletion ? IndexRun.DeletionFlag : 0));
            BinaryPrimitives.WriteInt64LittleEndian(entry[12..], stream.Version);
            Add(entry, (uint)number);
            start += (ulong)stream.Count;
        }

        entry.Fill(0xFF);
        BinaryPrimitives.WriteUInt64LittleEndian(entry[4..], start);
        _writer.Write(entry);
        _writer.End(IndexSection.StreamFences);
    }

    private void WriteLocations()
    {
        _writer.Begin(IndexSection.Locations);
        Span<Location> locations = stackalloc Location[LocationsAtOnce];
        foreach (var (number, stream, parts) in StreamMerge.Over(layers))
        {
            foreach (var (layer, part) in parts)
            {
                if (part.Version < stream.First) continue;
                for (long from = 0; from < part.Count; from += LocationsAtOnce)
                {
                    var piece = locations[..(int)Math.Min(LocationsAtOnce, part.Count - from)];
                    layer.Locate(number, part, from, piece);
                    _writer.Write(MemoryMarshal.AsBytes(piece));
                }
            }

            Check();
        }

        _writer.End();
    }

    private void WriteSnapshots()
    {
        _writer.Begin(IndexSection.Snapshots);
        (int Number, long Version, Location Location)? newest = null;
        foreach (var each in StreamMerge.Sorted(layers.Select(layer => layer.Snapshots()), each => each.Number))
        {
            if (newest is { } known && known.Number != each.Number) WriteSnapshot(known);
            if (newest is not { } before || before.Number != each.Number || each.Version >= before.Version) newest = each;
        }

        if (newest is { } last) WriteSnapshot(last);
        _writer.End(IndexSection.SnapshotFences);
    }

    private void WriteSnapshot(in (int Number, long Version, Location Location) snapshot)
    {
        Span<byte> entry = stackalloc byte[IndexRun.SnapshotBytes];
        BinaryPrimitives.WriteInt32LittleEndian(entry, snapshot.Number);
        BinaryPrimitives.WriteInt64LittleEndian(entry[4..], snapshot.Version);
        BinaryPrimitives.WriteUInt64LittleEndian(entry[12..], snapshot.Location.Packed);
        Add(entry, (uint)snapshot.Number);
    }

    private IEnumerable<(int Number, byte[] Name)> Names() => StreamMerge.Sorted(layers.Select(layer => layer.Names()), each => each.Number);

    private void WriteNames()
    {
        _writer.Begin(IndexSection.Names);
        Span<byte> entry = stackalloc byte[IndexRun.NameBytes];
        long offset = 0;
        var before = -1;
        foreach (var (number, name) in Names())
        {
            if (number == before) continue;
            before = number;
            BinaryPrimitives.WriteInt32LittleEndian(entry, number);
            BinaryPrimitives.WriteInt64LittleEndian(entry[4..], offset);
            Add(entry, (uint)number);
            offset += name.Length;
        }

        entry.Fill(0xFF);
        BinaryPrimitives.WriteInt64LittleEndian(entry[4..], offset);
        _writer.Write(entry);
        _writer.End(IndexSection.NameFences);
        _writer.Begin(IndexSection.Texts);
        before = -1;
        foreach (var (number, name) in Names())
        {
            if (number == before) continue;
            before = number;
            _writer.Write(name);
            Check();
        }

        _writer.End();
    }

    private void WriteNameHashes()
    {
        _writer.Begin(IndexSection.NameHashes);
        var filter = new HashFilter(layers.Sum(layer => layer is IndexRun run ? run.File.BytesOf(IndexSection.NameHashes) / IndexRun.NameHashBytes : layer.NameHashes().LongCount()));
        Span<byte> entry = stackalloc byte[IndexRun.NameHashBytes];
        foreach (var (hash, number) in StreamMerge.Sorted(layers.Select(layer => layer.NameHashes()), each => each.Hash))
        {
            filter.Add(hash);
            BinaryPrimitives.WriteUInt64LittleEndian(entry, hash);
            BinaryPrimitives.WriteInt32LittleEndian(entry[8..], number);
            Add(entry, hash);
        }

        _writer.End(IndexSection.NameHashFences);
        WriteFilter(IndexSection.NameFilter, filter);
    }

    private void WriteKeys()
    {
        _writer.Begin(IndexSection.Keys);
        var filter = new HashFilter(layers.Sum(layer => layer.Keys));
        Span<byte> entry = stackalloc byte[IndexRun.KeyBytes];
        foreach (var (hash, location, count) in StreamMerge.Sorted(layers.Select(layer => layer.KeyHashes()), each => each.Hash))
        {
            filter.Add(hash);
            BinaryPrimitives.WriteUInt64LittleEndian(entry, hash);
            BinaryPrimitives.WriteUInt64LittleEndian(entry[8..], location.Packed);
            BinaryPrimitives.WriteInt32LittleEndian(entry[16..], count);
            Add(entry, hash);
        }

        _writer.End(IndexSection.KeyFences);
        WriteFilter(IndexSection.KeyFilter, filter);
    }

    private void WriteFilter(IndexSection section, HashFilter filter)
    {
        _writer.Begin(section);
        _writer.Write(MemoryMarshal.AsBytes(filter.Words.AsSpan()));
        _writer.End();
    }

    private void WriteCheckpoints()
    {
        _writer.Begin(IndexSection.Checkpoints);
        var checkpoints = new SortedDictionary<string, long>(StringComparer.Ordinal);
        foreach (var (name, position) in layers.SelectMany(layer => layer.Checkpoints)) checkpoints[name] = position;
        Span<byte> number = stackalloc byte[sizeof(long)];
        foreach (var (name, position) in checkpoints)
        {
            var text = Encoding.UTF8.GetBytes(name);
            BinaryPrimitives.WriteInt32LittleEndian(number, text.Length);
            _writer.Write(number[..sizeof(int)]);
            _writer.Write(text);
            BinaryPrimitives.WriteInt64LittleEndian(number, position);
            _writer.Write(number);
        }

        _writer.End();
    }

    private void Add(ReadOnlySpan<byte> entry, ulong key)
    {
        _writer.Add(entry, key);
        Check();
    }

    private void Check()
    {
        if (++_entries % CheckEvery == 0) cancellationToken.ThrowIfCancellationRequested();
    }
}
