using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// An index's bytes, a mapped file or memory of our own. They are given back by the finalizer and by nothing else: whoever
/// still looks something up in an index that was replaced holds a reference to it, so that no lock is needed.
/// </summary>
internal sealed unsafe class IndexMemory
{
    private readonly MemoryMappedFile? _file;
    private readonly MemoryMappedViewAccessor? _view;

    private IndexMemory(MemoryMappedFile? file, MemoryMappedViewAccessor? view, byte* start, long length)
    {
        _file = file;
        _view = view;
        Start = start;
        Length = length;
    }

    /// <summary>Gives the bytes back.</summary>
    ~IndexMemory()
    {
        if (_view is null) NativeMemory.AlignedFree(Start);
        else _view.SafeMemoryMappedViewHandle.ReleasePointer();
    }

    /// <summary>The first byte.</summary>
    public byte* Start { get; }

    /// <summary>How many bytes.</summary>
    public long Length { get; }

    /// <summary>True if the pages are a file's, shared between processes.</summary>
    public bool IsMapped => _file is not null;

    /// <summary>Maps a file.</summary>
    public static IndexMemory Map(string path)
    {
        // Others may delete or replace the file while it is mapped.
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        var length = stream.Length;
        if (length == 0) return Copy([]);
        var file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, leaveOpen: false);
        var view = file.CreateViewAccessor(0, length, MemoryMappedFileAccess.Read);
        byte* start = null;
        view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        return new IndexMemory(file, view, start + view.PointerOffset, length);
    }

    /// <summary>Copies bytes.</summary>
    public static IndexMemory Copy(ReadOnlySpan<byte> bytes)
    {
        var start = (byte*)NativeMemory.AlignedAlloc((nuint)bytes.Length, 64);
        bytes.CopyTo(new Span<byte>(start, bytes.Length));
        return new IndexMemory(null, null, start, bytes.Length);
    }
}
