namespace Genie.EventStore.Embedded.Index;

/// <summary>Pages of index files that were read lately, with right checksums: a table in which a page has one place. Safe for concurrent callers.</summary>
internal sealed class PageCache
{
    // 16 MiB; what it lacks, the operating system's cache may have.
    private const int Places = 4096;

    private readonly Page?[] _pages = new Page?[Places];

    public byte[] Get(IndexFile file, long number)
    {
        ref var place = ref _pages[(uint)HashCode.Combine(file, number) % Places];
        if (Volatile.Read(ref place) is { } page && page.File == file && page.Number == number) return page.Bytes;
        var read = new Page(file, number, file.ReadPage(number));
        Volatile.Write(ref place, read);
        return read.Bytes;
    }

    private sealed record Page(IndexFile File, long Number, byte[] Bytes);
}
