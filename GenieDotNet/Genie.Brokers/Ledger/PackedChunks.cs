using System.Numerics;

namespace Genie.Brokers.Ledger;

/// <summary>
/// Chunks that are nearly complete, or nearly empty, as the few sequences that say how: two bytes for each, and some 80 for 65,536 sequences. A run in which one message in a thousand was not confirmed has a hole in
/// most of its chunks.
/// </summary>
internal sealed class PackedChunks
{
    /// <summary>A chunk with more exceptions is no smaller here than as a bitmap.</summary>
    public const int ExceptionsMax = 48;

    private const int ChunksPerPage = 64;

    // The object, its array's header, its entry among the pages.
    private const int PageBytes = 88;

    private readonly Dictionary<ulong, Page> _pages = [];

    /// <summary>How many chunks there are.</summary>
    public int Count { get; private set; }

    /// <summary>What they take, nearly.</summary>
    public long Bytes => _pages.Values.Sum(static page => PageBytes + ((long)page.Exceptions.Length * sizeof(ushort)));

    /// <summary>The numbers of all.</summary>
    public IEnumerable<ulong> Numbers
    {
        get
        {
            foreach (var (number, page) in _pages)
            {
                for (var left = page.Chunks; left != 0; left &= left - 1) yield return (number * ChunksPerPage) + (uint)BitOperations.TrailingZeroCount(left);
            }
        }
    }

    /// <summary>True if it is worth while.</summary>
    public static bool Takes(SequenceChunk chunk) => chunk.Count <= ExceptionsMax || chunk.Count >= SequenceChunk.Bits - ExceptionsMax;

    /// <summary>True if the chunk is here, with its sequences in <paramref name="copy"/>.</summary>
    public bool TryRead(ulong chunk, SequenceChunk copy)
    {
        if (Count == 0 || !_pages.TryGetValue(chunk / ChunksPerPage, out var page) || !page.Has(chunk)) return false;
        page.Read(chunk, copy);
        return true;
    }

    /// <summary>Removes a chunk that is here.</summary>
    public void Remove(ulong chunk)
    {
        var page = _pages[chunk / ChunksPerPage];
        page.Remove(chunk);
        if (page.Chunks == 0) _pages.Remove(chunk / ChunksPerPage);
        Count--;
    }

    /// <summary>Adds a chunk that is not here.</summary>
    public void Add(ulong number, SequenceChunk chunk) => Add(number, chunk.Count > SequenceChunk.Bits / 2, chunk);

    /// <summary>Adds a complete chunk that is not here.</summary>
    public void AddComplete(ulong number) => Add(number, isInverted: true, chunk: null);

    public void Clear()
    {
        _pages.Clear();
        Count = 0;
    }

    private void Add(ulong number, bool isInverted, SequenceChunk? chunk)
    {
        if (!_pages.TryGetValue(number / ChunksPerPage, out var page)) _pages.Add(number / ChunksPerPage, page = new Page());
        page.Add(number, isInverted, chunk);
        Count++;
    }

    /// <summary>Chunks of which each number's last six bits differ.</summary>
    private sealed class Page
    {
        // Of those whose exceptions are what they lack, not what they have.
        private ulong _inverted;

        public ulong Chunks { get; private set; }

        /// <summary>Six bits of the chunk's number, then ten of the sequence, in their order.</summary>
        public ushort[] Exceptions { get; private set; } = [];

        public bool Has(ulong chunk) => (Chunks & Mask(chunk)) != 0;

        public void Read(ulong chunk, SequenceChunk copy)
        {
            copy.Clear();
            if ((_inverted & Mask(chunk)) != 0) copy.Fill();
            var (start, end) = RangeOf(chunk);
            for (var i = start; i < end; i++) copy.Flip(Exceptions[i] % SequenceChunk.Bits);
        }

        public void Add(ulong number, bool isInverted, SequenceChunk? chunk)
        {
            Chunks |= Mask(number);
            if (isInverted) _inverted |= Mask(number);
            if (chunk is null) return;
            var (start, _) = RangeOf(number);
            var count = isInverted ? SequenceChunk.Bits - chunk.Count : chunk.Count;
            var larger = new ushort[Exceptions.Length + count];
            Exceptions.AsSpan(0, start).CopyTo(larger);
            Exceptions.AsSpan(start).CopyTo(larger.AsSpan(start + count));
            var next = start;
            for (var bit = 0; bit < SequenceChunk.Bits; bit++)
            {
                if (chunk.Contains(bit) != isInverted) larger[next++] = (ushort)(First(number) + bit);
            }

            Exceptions = larger;
        }

        public void Remove(ulong chunk)
        {
            var (start, end) = RangeOf(chunk);
            Exceptions = [.. Exceptions.AsSpan(0, start), .. Exceptions.AsSpan(end)];
            Chunks &= ~Mask(chunk);
            _inverted &= ~Mask(chunk);
        }

        private static ulong Mask(ulong chunk) => 1UL << (int)(chunk % ChunksPerPage);

        private static int First(ulong chunk) => (int)(chunk % ChunksPerPage) * SequenceChunk.Bits;

        private (int Start, int End) RangeOf(ulong chunk) => (IndexOf(First(chunk)), IndexOf(First(chunk) + SequenceChunk.Bits));

        private int IndexOf(int value)
        {
            if (value > ushort.MaxValue) return Exceptions.Length;
            var found = Array.BinarySearch(Exceptions, (ushort)value);
            return found < 0 ? ~found : found;
        }
    }
}
