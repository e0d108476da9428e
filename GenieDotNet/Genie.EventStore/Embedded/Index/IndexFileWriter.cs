using System.Runtime.InteropServices;
using Genie.Brokers.Frame;
using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded.Index;

/// <summary>Writes an index file from its beginning to its end, with a checksum of every page.</summary>
internal sealed class IndexFileWriter(ILogFile file)
{
    private const int BufferBytes = 16 * IndexFile.PageBytes;

    private readonly byte[] _buffer = new byte[BufferBytes];
    private readonly List<uint> _checksums = [];
    private readonly List<ulong> _fences = [];
    private readonly (long Offset, long Bytes)[] _sections = new (long, long)[IndexFooter.SectionCount];
    private IndexSection _section;
    private long _flushed;
    private long _entries;
    private int _length;

    private long Offset => _flushed + _length;

    /// <summary>Begins a section.</summary>
    public void Begin(IndexSection section)
    {
        _section = section;
        _sections[(int)section].Offset = Offset;
        _entries = 0;
        _fences.Clear();
    }

    /// <summary>Ends the section.</summary>
    public void End() => _sections[(int)_section].Bytes = Offset - _sections[(int)_section].Offset;

    /// <summary>Ends the section, and writes what its entries are found by.</summary>
    public void End(IndexSection fences)
    {
        End();
        var keys = _fences.ToArray();
        Begin(fences);
        Write(MemoryMarshal.AsBytes(keys.AsSpan()));
        End();
    }

    /// <summary>Writes an entry of a section that is sorted.</summary>
    public void Add(ReadOnlySpan<byte> entry, ulong key)
    {
        if (_entries++ % IndexFile.FenceEntries == 0) _fences.Add(key);
        Write(entry);
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var taken = Math.Min(bytes.Length, BufferBytes - _length);
            bytes[..taken].CopyTo(_buffer.AsSpan(_length));
            _length += taken;
            bytes = bytes[taken..];
            if (_length == BufferBytes) Flush();
        }
    }

    /// <summary>Writes checksums and footer, and waits until all of it is on disk.</summary>
    public void Finish(ulong store, long firstSegment, long lastSegment, int nextNumber, bool hasDeletions)
    {
        Flush();
        var checksums = MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_checksums));
        file.Write(_flushed, checksums);
        var footer = new IndexFooter(store, firstSegment, lastSegment, nextNumber) { HasDeletions = hasDeletions, ChecksumsOffset = _flushed, ChecksumsChecksum = Crc32C.Compute(checksums), Sections = _sections };
        file.Write(_flushed + checksums.Length, footer.ToBytes());
        file.Sync();
    }

    private void Flush()
    {
        for (var at = 0; at < _length; at += IndexFile.PageBytes) _checksums.Add(Crc32C.Compute(_buffer.AsSpan(at, Math.Min(IndexFile.PageBytes, _length - at))));
        file.Write(_flushed, _buffer.AsSpan(0, _length));
        _flushed += _length;
        _length = 0;
    }
}
