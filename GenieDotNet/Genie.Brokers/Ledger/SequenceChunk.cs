using System.Numerics;

namespace Genie.Brokers.Ledger;

/// <summary>A bitmap of 1,024 consecutive sequences.</summary>
internal sealed class SequenceChunk
{
    public const int Bits = 1024;
    public const int Words = Bits / 64;
    private readonly ulong[] _words = new ulong[Words];

    public int Count { get; private set; }

    public bool IsComplete => Count == Bits;

    public ReadOnlySpan<ulong> Bitmap => _words;

    public bool Contains(int bit) => (_words[bit >> 6] & (1UL << bit)) != 0;

    /// <summary>False if it was there.</summary>
    public bool Add(int bit)
    {
        ref var word = ref _words[bit >> 6];
        var mask = 1UL << bit;
        if ((word & mask) != 0) return false;
        word |= mask;
        Count++;
        return true;
    }

    /// <summary>Adds all of <paramref name="other"/>; returns how many were there.</summary>
    public int Union(ReadOnlySpan<ulong> other)
    {
        var overlap = 0;
        for (var i = 0; i < Words; i++)
        {
            overlap += BitOperations.PopCount(_words[i] & other[i]);
            Count += BitOperations.PopCount(other[i] & ~_words[i]);
            _words[i] |= other[i];
        }

        return overlap;
    }

    /// <summary>How many of this one's are missing in <paramref name="other"/>.</summary>
    public int CountMissingIn(SequenceChunk other)
    {
        var missing = 0;
        for (var i = 0; i < Words; i++) missing += BitOperations.PopCount(_words[i] & ~other._words[i]);
        return missing;
    }

    /// <summary>Adds all.</summary>
    public void Fill()
    {
        Array.Fill(_words, ulong.MaxValue);
        Count = Bits;
    }

    /// <summary>Adds one that was not there, or removes it.</summary>
    public void Flip(int bit)
    {
        _words[bit >> 6] ^= 1UL << bit;
        Count += Contains(bit) ? 1 : -1;
    }

    /// <summary>How many of the first ones there are.</summary>
    public int CountBelow(int bits)
    {
        var count = 0;
        for (var bit = 0; bit < bits; bit++) count += Contains(bit) ? 1 : 0;
        return count;
    }

    public void Clear()
    {
        Array.Clear(_words);
        Count = 0;
    }
}
