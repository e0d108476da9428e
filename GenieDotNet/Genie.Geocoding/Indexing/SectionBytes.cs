using System.Runtime.CompilerServices;

namespace Genie.Geocoding.Indexing;

/// <summary>A section of an index: every read stays within it, and within pages that were checked.</summary>
internal readonly unsafe struct SectionBytes
{
    private readonly IndexMemory _memory;
    private readonly byte* _start;
    private readonly long _place;
    private readonly long _length;

    /// <summary>A section as the header says.</summary>
    public SectionBytes(IndexMemory memory, IndexHeader header, Section section)
    {
        _memory = memory;
        (_place, _length) = header.Place(section);
        _start = memory.Start + _place;
    }

    /// <summary>Where bytes of the section are; they are there, and are those that were written.</summary>
    /// <param name="offset">From the section's start, not negative; a multiple of what their type is aligned to.</param>
    /// <param name="count">How many; more than none, all on one page if they are fewer than 33 and aligned to their size.</param>
    /// <exception cref="IndexFormatException">They lie outside of the section, or their page is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* At(long offset, int count)
    {
        if ((ulong)(offset + count) > (ulong)_length) ThrowOutside();
        if (!_memory.IsChecked(_place + offset)) CheckRarely(offset, count);
        return _start + offset;
    }

    /// <summary>The same for bytes that may lie on several pages.</summary>
    /// <inheritdoc cref="At"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Across(long offset, int count)
    {
        var bytes = At(offset, count);
        if (((_place + offset) >> IndexMemory.PageShift) != (_place + offset + count - 1) >> IndexMemory.PageShift) CheckRarely(offset, count);
        return bytes;
    }

    /// <summary>Where bytes would be, to ask the memory for them; not to be read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Hint(long offset) => _start + offset;

    /// <summary>All of it.</summary>
    /// <exception cref="IndexFormatException">A page is damaged.</exception>
    public ReadOnlySpan<T> AsSpan<T>()
        where T : unmanaged
    {
        if (_length > 0) CheckRarely(0, _length);
        return new ReadOnlySpan<T>(_start, checked((int)(_length / sizeof(T))));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CheckRarely(long offset, long count) => _memory.Check(_place + offset, count);

    private void ThrowOutside() => throw _memory.Damaged("its numbers contradict one another");
}
