using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>Puts the sections of an index into its file, behind the header.</summary>
internal sealed class IndexFileWriter
{
    private const int Alignment = 64;

    private readonly Stream _target;
    private readonly byte[] _piece = new byte[1 << 16];
    private readonly (long Place, long Length)[] _places = new (long, long)[Enum.GetValues<Section>().Length];
    private readonly List<ulong> _checksums = [];
    private Checksum _checksum = new();

    private IndexFileWriter(Stream target) => _target = target;

    /// <summary>Writes the file.</summary>
    public static void Write(AreaTable areas, IndexSections sections, ReadOnlySpan<byte> source, Stream target)
    {
        var file = new IndexFileWriter(target);
        target.Write(new byte[IndexHeader.Size]);
        file.Append(Section.Root, MemoryMarshal.AsBytes(sections.Root.AsSpan()));
        file.Append(Section.Cells, sections.Cells);
        file.Append(Section.Records, sections.Records);
        file.Append(Section.References, sections.References);
        file.Append(Section.Edges, sections.Edges);
        file.Append(Section.Areas, areas.Entries);
        file.Append(Section.Text, areas.Text);
        var table = file.EndPages();
        file.Begin(Section.Checksums, table.Length);
        target.Write(table);
        var length = target.Position;
        target.Position = 0;
        target.Write(IndexHeader.For(source, file._places, length, Checksum.Of(table)).Bytes);
    }

    private void Append(Section section, ReadOnlySpan<byte> bytes)
    {
        Begin(section, bytes.Length);
        for (; bytes.Length > 0; bytes = bytes[Math.Min(bytes.Length, _piece.Length)..])
        {
            var size = Math.Min(bytes.Length, _piece.Length);
            bytes[..size].CopyTo(_piece);
            WritePiece(size);
        }
    }

    private void Append(Section section, SpillStore bytes)
    {
        Begin(section, bytes.Length);
        for (var place = 0L; place < bytes.Length; place += _piece.Length)
        {
            var size = (int)Math.Min(bytes.Length - place, _piece.Length);
            bytes.Read(place, _piece.AsSpan(0, size));
            WritePiece(size);
        }
    }

    private void Begin(Section section, long bytes) => _places[(int)section] = (_target.Position, bytes);

    // The last one of a section is filled up with zeros.
    private void WritePiece(int bytes)
    {
        var padded = (bytes + Alignment - 1) & -Alignment;
        _piece.AsSpan(bytes, padded - bytes).Clear();
        AddToPages(_piece.AsSpan(0, padded));
        _target.Write(_piece, 0, padded);
    }

    // Pages begin at multiples of their size in the file; the header is part of none.
    private void AddToPages(ReadOnlySpan<byte> bytes)
    {
        for (var place = _target.Position; bytes.Length > 0;)
        {
            var count = (int)Math.Min(bytes.Length, IndexMemory.PageBytes - (place & (IndexMemory.PageBytes - 1)));
            _checksum.Add(bytes[..count]);
            place += count;
            bytes = bytes[count..];
            if ((place & (IndexMemory.PageBytes - 1)) == 0) EndPage();
        }
    }

    private void EndPage()
    {
        _checksums.Add(_checksum.Value);
        _checksum = new Checksum();
    }

    private ReadOnlySpan<byte> EndPages()
    {
        if ((_target.Position & (IndexMemory.PageBytes - 1)) != 0) EndPage();
        return MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_checksums));
    }
}
