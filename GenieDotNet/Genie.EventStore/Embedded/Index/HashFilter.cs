namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// Says of most hashes that are not among those added that they are not: a split block Bloom filter, as Apache Parquet specifies it
/// (parquet-format, BloomFilter.md): blocks of eight words of 32 bits, one bit in each.
/// </summary>
internal sealed class HashFilter
{
    private const int BlockWords = 8;
    private const int BitsPerHash = 10;

    private static readonly uint[] Salts = [0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31];

    /// <summary>A filter of words that were made before.</summary>
    public HashFilter(uint[] words) => Words = words;

    /// <summary>An empty filter for so many hashes.</summary>
    public HashFilter(long hashes)
        : this(new uint[Math.Max(1, Math.Min(int.MaxValue / BlockWords / sizeof(uint), hashes * BitsPerHash / (BlockWords * 32) + 1)) * BlockWords])
    {
    }

    /// <summary>Its bits.</summary>
    public uint[] Words { get; }

    public void Add(ulong hash)
    {
        var block = BlockOf(hash);
        for (var i = 0; i < BlockWords; i++) block[i] |= Bit(hash, i);
    }

    /// <summary>False if it was not added.</summary>
    public bool MayHold(ulong hash)
    {
        var block = BlockOf(hash);
        for (var i = 0; i < BlockWords; i++)
        {
            if ((block[i] & Bit(hash, i)) == 0) return false;
        }

        return true;
    }

    private static uint Bit(ulong hash, int word) => 1u << (int)(unchecked((uint)hash * Salts[word]) >> 27);

    private Span<uint> BlockOf(ulong hash) => Words.AsSpan((int)((hash >> 32) * (ulong)(Words.Length / BlockWords) >> 32) * BlockWords, BlockWords);
}
