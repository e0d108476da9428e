using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>The growing arrays of an index that is being built; see <see cref="LayerIndex"/> for what they mean.</summary>
internal sealed class IndexBuffers
{
    /// <summary>One entry a root cell.</summary>
    public uint[] Root { get; } = new uint[Grid.RootColumns * Grid.RootRows];

    /// <summary>The cells of all blocks.</summary>
    public List<uint> Cells { get; } = [];

    /// <summary>The exact edges' numbers, for all lanes of all records.</summary>
    public List<uint> References { get; } = [];

    /// <summary>The records, in units of 32 bytes.</summary>
    public List<RecordUnit> Records { get; } = [];

    /// <summary>Adds room for a record and returns its place in units; <paramref name="bytes"/> is zeroed.</summary>
    public int AddRecord(int size, out Span<byte> bytes)
    {
        var place = Records.Count;
        CollectionsMarshal.SetCount(Records, place + (size / RecordUnit.Size));
        bytes = MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(Records)[place..]);
        bytes.Clear();
        return place;
    }

    /// <summary>The granularity of a record's place.</summary>
    [StructLayout(LayoutKind.Sequential, Size = Size)]
    public readonly struct RecordUnit
    {
        /// <summary>Bytes.</summary>
        public const int Size = 32;
    }
}
