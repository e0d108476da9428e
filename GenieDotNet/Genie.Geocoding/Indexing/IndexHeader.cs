using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// The first 256 bytes of an index file, as 32 numbers of 64 bits in the machine's own byte order: mark, version, length of
/// the file, SHA-256 of the source (four), checksum of the table of checksums, place and length of each section, and at
/// the end the checksum of the header itself.
/// </summary>
internal sealed class IndexHeader
{
    /// <summary>Bytes.</summary>
    public const int Size = 256;

    /// <summary>Goes up with every change of what the bytes mean.</summary>
    public const ulong Version = 2;

    private const ulong Mark = 0x5845444E_49454E47; // "GNEINDEX" read from the lowest byte.
    private const int SourceField = 3, TableField = 7, SectionsField = 8, OwnField = 31;
    private static readonly int SectionCount = Enum.GetValues<Section>().Length;

    private readonly ulong[] _fields;

    private IndexHeader(ulong[] fields) => _fields = fields;

    /// <summary>The file's bytes.</summary>
    public long Length => (long)_fields[2];

    /// <summary>What the checksum of <see cref="Section.Checksums"/> should be.</summary>
    public ulong TableChecksum => _fields[TableField];

    /// <summary>SHA-256 of the source and of what it is built with.</summary>
    public ReadOnlySpan<byte> Source => MemoryMarshal.AsBytes(_fields.AsSpan(SourceField, 4));

    /// <summary>The header's bytes.</summary>
    public ReadOnlySpan<byte> Bytes => MemoryMarshal.AsBytes(_fields.AsSpan());

    /// <summary>A new header.</summary>
    public static IndexHeader For(ReadOnlySpan<byte> source, ReadOnlySpan<(long Place, long Length)> sections, long length, ulong tableChecksum)
    {
        var fields = new ulong[Size / sizeof(ulong)];
        (fields[0], fields[1], fields[2], fields[TableField]) = (Mark, Version, (ulong)length, tableChecksum);
        source.CopyTo(MemoryMarshal.AsBytes(fields.AsSpan(SourceField, 4)));
        for (var i = 0; i < sections.Length; i++) (fields[SectionsField + (2 * i)], fields[SectionsField + (2 * i) + 1]) = ((ulong)sections[i].Place, (ulong)sections[i].Length);
        fields[OwnField] = Checksum.Of(MemoryMarshal.AsBytes(fields.AsSpan(0, OwnField)));
        return new IndexHeader(fields);
    }

    /// <summary>Reads a header of a file of <paramref name="fileLength"/> bytes.</summary>
    /// <exception cref="IndexFormatException">It is none, of another version, or torn.</exception>
    public static IndexHeader Read(ReadOnlySpan<byte> bytes, long fileLength, string? file)
    {
        if (bytes.Length < Size) throw new IndexFormatException("it is shorter than a header", file);
        var header = new IndexHeader(MemoryMarshal.Cast<byte, ulong>(bytes[..Size]).ToArray());
        if (header._fields[0] != Mark) throw new IndexFormatException("it is no map index of this kind of machine", file);
        if (header._fields[1] != Version) throw new IndexFormatException($"it has version {header._fields[1]}, this program reads {Version}", file);
        if (header._fields[OwnField] != Checksum.Of(MemoryMarshal.AsBytes(header._fields.AsSpan(0, OwnField)))) throw new IndexFormatException("its header is damaged", file);
        if (header.Length != fileLength) throw new IndexFormatException($"it should have {header.Length} bytes and has {fileLength}", file);
        for (var i = 0; i < SectionCount; i++)
        {
            var (place, length) = header.Place((Section)i);
            if (place < Size || length < 0 || place % 64 != 0 || place > fileLength || length > fileLength - place) throw new IndexFormatException($"its section {(Section)i} lies outside", file);
            if ((Section)i != Section.Checksums && place + length > header.PagesEnd) throw new IndexFormatException($"its section {(Section)i} lies outside of its pages", file);
        }

        return header;
    }

    /// <summary>Where the pages with checksums end, the other sections among them.</summary>
    public long PagesEnd => Place(Section.Checksums).Place;

    /// <summary>Where a section is.</summary>
    public (long Place, long Length) Place(Section section) =>
        ((long)_fields[SectionsField + (2 * (int)section)], (long)_fields[SectionsField + (2 * (int)section) + 1]);
}
