using System.Buffers.Binary;

namespace Genie.EventStore.Embedded.Index;

/// <summary>Searches a section of entries of one size that are sorted by the number that they begin with.</summary>
internal sealed class SortedTable
{
    private readonly IndexFile _file;
    private readonly IndexSection _section;
    private readonly int _entryBytes;
    private readonly int _keyBytes;
    private readonly ulong[] _fences;

    /// <summary>Reads its fences.</summary>
    /// <param name="file">The file.</param>
    /// <param name="section">The section.</param>
    /// <param name="fences">Its fences.</param>
    /// <param name="entryBytes">Bytes of an entry.</param>
    /// <param name="keyBytes">Bytes of the number: 4 or 8.</param>
    /// <param name="hasEnd">True if one more entry tells where the last one's part of another section ends.</param>
    public SortedTable(IndexFile file, IndexSection section, IndexSection fences, int entryBytes, int keyBytes, bool hasEnd = false)
    {
        (_file, _section, _entryBytes, _keyBytes) = (file, section, entryBytes, keyBytes);
        Count = (file.BytesOf(section) / entryBytes) - (hasEnd ? 1 : 0);
        _fences = file.ReadAll<ulong>(fences);
        if (_fences.Length < (Count + IndexFile.FenceEntries - 1) / IndexFile.FenceEntries) throw new IndexDamagedException(file);
    }

    public long Count { get; }

    public void Read(long index, Span<byte> entry) => _file.Read(_section, index * _entryBytes, entry);

    /// <summary>Reads the entry of a number, and as many after it as there is room for.</summary>
    public bool TryFind(ulong key, Span<byte> entry)
    {
        var index = IndexOf(key);
        if (index == Count) return false;
        Read(index, entry);
        return KeyAt(entry) == key;
    }

    /// <summary>Where the first entry of no smaller number is.</summary>
    public long IndexOf(ulong key)
    {
        // The last fence below the number, and its entries.
        int low = 0, high = (int)((Count + IndexFile.FenceEntries - 1) / IndexFile.FenceEntries);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_fences[middle] < key) low = middle + 1;
            else high = middle;
        }

        if (low == 0) return 0;
        var first = (low - 1L) * IndexFile.FenceEntries;
        var count = (int)Math.Min(IndexFile.FenceEntries, Count - first);
        Span<byte> entries = stackalloc byte[IndexFile.FenceEntries * _entryBytes];
        entries = entries[..(count * _entryBytes)];
        Read(first, entries);
        var (from, to) = (0, count);
        while (from < to)
        {
            var middle = (from + to) / 2;
            if (KeyAt(entries[(middle * _entryBytes)..]) < key) from = middle + 1;
            else to = middle;
        }

        return first + from;
    }

    private ulong KeyAt(ReadOnlySpan<byte> entry) => _keyBytes == sizeof(int) ? BinaryPrimitives.ReadUInt32LittleEndian(entry) : BinaryPrimitives.ReadUInt64LittleEndian(entry);
}
