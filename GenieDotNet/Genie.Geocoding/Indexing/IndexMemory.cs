using System.IO.MemoryMappedFiles;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// An index's bytes, each page of 64 KB checked before anything of it is used. Files that only this library writes, and never in
/// place, are mapped and shared between processes. Of any other file the pages are read at their first touch and kept: whoever
/// overwrites or cuts it off afterwards changes no answer and ends no process, as he would by a mapping. The bytes are given back
/// by the finalizer and by nothing else: whoever still looks something up in an index that was replaced holds a reference to it, so
/// that no lock is needed.
/// </summary>
internal sealed unsafe class IndexMemory
{
    /// <summary>Two to this are the bytes of a page.</summary>
    public const int PageShift = 16;

    /// <summary>Bytes of a page.</summary>
    public const int PageBytes = 1 << PageShift;

    private readonly SafeFileHandle? _file;
    private readonly MemoryMappedViewAccessor? _view;
    private readonly string? _path;
    private readonly Lock _reading = new();
    private readonly byte* _checked;
    private ulong[] _checksums = [];
    private long _end;

    private IndexMemory(long length, SafeFileHandle? file, MemoryMappedViewAccessor? view, string? path)
    {
        (_file, _view, _path, Length) = (file, view, path, length);
        if (view is null)
        {
            Start = (byte*)NativeMemory.AlignedAlloc((nuint)Math.Max(length, 1), 64);
        }
        else
        {
            byte* start = null;
            view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
            Start = start + view.PointerOffset;
        }

        _checked = (byte*)NativeMemory.AllocZeroed((nuint)((length >> PageShift) + 1));
    }

    /// <summary>Gives the bytes back.</summary>
    ~IndexMemory()
    {
        if (_view is null) NativeMemory.AlignedFree(Start);
        else _view.SafeMemoryMappedViewHandle.ReleasePointer();
        NativeMemory.Free(_checked);
    }

    /// <summary>The first byte. What no <see cref="Check(long, long)"/> went over is not there yet.</summary>
    public byte* Start { get; }

    /// <summary>How many bytes.</summary>
    public long Length { get; }

    /// <summary>True if the pages are a file's, shared between processes.</summary>
    public bool IsMapped => _view is not null;

    /// <summary>Maps a file that nobody writes in place.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public static IndexMemory Map(string path)
    {
        // Others may delete or replace the file while it is mapped.
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        var length = stream.Length;
        if (length == 0) return Copy([]);
        using var file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, leaveOpen: false);
        return new IndexMemory(length, null, file.CreateViewAccessor(0, length, MemoryMappedFileAccess.Read), path);
    }

    /// <summary>Opens any file; nothing of it is read yet.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    public static IndexMemory Open(string path)
    {
        // Others may write, delete or replace the file meanwhile: that is noticed by the checksums.
        var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.RandomAccess);
        try
        {
            return new IndexMemory(RandomAccess.GetLength(file), file, null, path);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Copies bytes.</summary>
    public static IndexMemory Copy(ReadOnlySpan<byte> bytes)
    {
        var memory = new IndexMemory(bytes.Length, null, null, null);
        bytes.CopyTo(new Span<byte>(memory.Start, bytes.Length));
        return memory;
    }

    /// <summary>Reads bytes that no page's checksum covers: the header and the table of checksums.</summary>
    /// <exception cref="IndexFormatException">The file has none there.</exception>
    public byte[] ReadUnchecked(long place, int count)
    {
        if (place < 0 || count < 0 || count > Length - place) throw Damaged("it is shorter than it says");
        var bytes = new byte[count];
        if (_file is null) new ReadOnlySpan<byte>(Start + place, count).CopyTo(bytes);
        else Fill(place, bytes);
        return bytes;
    }

    /// <summary>Says what the pages should be; before any is checked.</summary>
    /// <param name="checksums">One a page.</param>
    /// <param name="end">Where the last page ends.</param>
    public void Expect(ulong[] checksums, long end) => (_checksums, _end) = (checksums, end);

    /// <summary>True if a byte's page was checked.</summary>
    public bool IsChecked(long place) => Volatile.Read(ref _checked[place >> PageShift]) != 0;

    /// <summary>Sees to it that all of these bytes are there and are those that were written.</summary>
    /// <exception cref="IndexFormatException">They are not.</exception>
    public void Check(long place, long count)
    {
        for (var page = place >> PageShift; page <= (place + count - 1) >> PageShift; page++)
        {
            if (Volatile.Read(ref _checked[page]) == 0) CheckPage(page);
        }
    }

    /// <summary>A fault of these bytes, with the file's name.</summary>
    public IndexFormatException Damaged(string reason) => new(reason, _path) { Origin = this };

    private void CheckPage(long page)
    {
        lock (_reading)
        {
            if (_checked[page] != 0) return;
            var from = Math.Max(IndexHeader.Size, page << PageShift);
            var bytes = new Span<byte>(Start + from, (int)(Math.Min(_end, (page + 1) << PageShift) - from));
            if (_file is not null) Fill(from, bytes);
            if (Checksum.Of(bytes) != _checksums[page]) throw Damaged("its content is damaged");
            Volatile.Write(ref _checked[page], 1);
        }
    }

    private void Fill(long place, Span<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            int count;
            try
            {
                count = RandomAccess.Read(_file!, bytes, place);
            }
            catch (IOException exception)
            {
                throw Damaged($"it cannot be read: {exception.Message}");
            }

            if (count == 0) throw Damaged("it was cut off while it was open");
            place += count;
            bytes = bytes[count..];
        }
    }
}
