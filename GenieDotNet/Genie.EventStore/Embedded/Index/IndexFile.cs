using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Genie.Brokers.Frame;
using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Embedded.Index;

/// <summary>Reads an index file, every page with its checksum. Safe for concurrent callers.</summary>
internal sealed class IndexFile : IDisposable
{
    public const int PageBytes = 4096;

    /// <summary>One of so many entries of a sorted section is in memory.</summary>
    public const int FenceEntries = 128;

    private readonly ILogFile _file;
    private readonly PageCache _cache;
    private readonly uint[] _checksums;

    private IndexFile(ILogFile file, PageCache cache, IndexFooter footer, uint[] checksums) => (_file, _cache, Footer, _checksums) = (file, cache, footer, checksums);

    public IndexFooter Footer { get; }

    /// <summary>Reads what the file needs in memory; null if it is not as it was written.</summary>
    public static IndexFile? TryOpen(ILogFile file, PageCache cache)
    {
        var foot = new byte[IndexFooter.FooterBytes];
        var at = file.Length - foot.Length;
        if (at < 0 || file.ReadFully(at, foot) < foot.Length || IndexFooter.TryRead(foot) is not { } footer) return null;
        if (footer.ChecksumsOffset < 0 || at - footer.ChecksumsOffset != (footer.ChecksumsOffset + PageBytes - 1) / PageBytes * sizeof(uint)) return null;
        if (footer.Sections.Any(section => section.Offset < 0 || section.Bytes < 0 || section.Offset + section.Bytes > footer.ChecksumsOffset)) return null;
        var checksums = new uint[(at - footer.ChecksumsOffset) / sizeof(uint)];
        var bytes = MemoryMarshal.AsBytes(checksums.AsSpan());
        return file.ReadFully(footer.ChecksumsOffset, bytes) == bytes.Length && Crc32C.Compute(bytes) == footer.ChecksumsChecksum ? new IndexFile(file, cache, footer, checksums) : null;
    }

    /// <summary>Bytes of a section.</summary>
    public long BytesOf(IndexSection section) => Footer.Sections[(int)section].Bytes;

    /// <summary>Reads bytes of a section.</summary>
    /// <exception cref="IndexDamagedException">They are not as they were written.</exception>
    public void Read(IndexSection section, long offset, Span<byte> bytes)
    {
        var (start, length) = Footer.Sections[(int)section];
        if (offset < 0 || offset + bytes.Length > length) throw new IndexDamagedException(this);
        for (var at = start + offset; !bytes.IsEmpty;)
        {
            var page = _cache.Get(this, at / PageBytes);
            var from = page.AsSpan((int)(at % PageBytes));
            var taken = Math.Min(from.Length, bytes.Length);
            from[..taken].CopyTo(bytes);
            bytes = bytes[taken..];
            at += taken;
        }
    }

    /// <summary>Reads many bytes of a section, past the cache.</summary>
    public void ReadPast(IndexSection section, long offset, Span<byte> bytes)
    {
        var start = Footer.Sections[(int)section].Offset + offset;
        var firstPage = start / PageBytes;
        var end = Math.Min(Footer.ChecksumsOffset, (start + bytes.Length + PageBytes - 1) / PageBytes * PageBytes);
        var pages = new byte[end - (firstPage * PageBytes)];
        ReadPages(firstPage, pages);
        pages.AsSpan((int)(start - (firstPage * PageBytes)), bytes.Length).CopyTo(bytes);
    }

    /// <summary>Reads all of a section.</summary>
    public T[] ReadAll<T>(IndexSection section)
        where T : unmanaged
    {
        var values = new T[BytesOf(section) / Unsafe.SizeOf<T>()];
        var bytes = MemoryMarshal.AsBytes(values.AsSpan());
        const int Piece = 256 * PageBytes;
        for (var at = 0; at < bytes.Length; at += Piece) ReadPast(section, at, bytes.Slice(at, Math.Min(Piece, bytes.Length - at)));
        return values;
    }

    public byte[] ReadPage(long page)
    {
        var bytes = new byte[Math.Min(PageBytes, Footer.ChecksumsOffset - (page * PageBytes))];
        ReadPages(page, bytes);
        return bytes;
    }

    /// <summary>Reads every page.</summary>
    /// <exception cref="IndexDamagedException">One is not as it was written.</exception>
    public void Verify()
    {
        for (long page = 0; page < _checksums.Length; page++) ReadPage(page);
    }

    public void Dispose() => _file.Dispose();

    private void ReadPages(long page, Span<byte> bytes)
    {
        if (_file.ReadFully(page * PageBytes, bytes) < bytes.Length) throw new IndexDamagedException(this);
        for (; !bytes.IsEmpty; bytes = bytes[Math.Min(PageBytes, bytes.Length)..])
        {
            if (Crc32C.Compute(bytes[..Math.Min(PageBytes, bytes.Length)]) != _checksums[page++]) throw new IndexDamagedException(this);
        }
    }
}
