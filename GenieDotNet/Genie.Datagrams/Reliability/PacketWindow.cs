namespace Genie.Datagrams.Reliability;

/// <summary>For transports: a sliding window of bits over packet numbers (RFC 4303, section 3.4.3): which of the latest ones were seen. For one thread at a time.</summary>
public sealed class PacketWindow
{
    /// <summary>Numbers older than this before the newest count as seen.</summary>
    public const int Size = 1_024;

    internal const int WordBits = 64;
    private readonly ulong[] _bits = new ulong[Size / WordBits];

    /// <summary>The newest, or -1.</summary>
    public long Largest { get; private set; } = -1;

    /// <summary>True if the number was seen, or is too old to tell.</summary>
    /// <param name="number">The number.</param>
    /// <returns>Whether to drop what has it.</returns>
    public bool Contains(long number) =>
        number < 0 || (number <= Largest && (number <= Largest - Size || (_bits[WordOf(number)] & BitOf(number)) != 0));

    /// <summary>Notes a number that <see cref="Contains"/> does not know.</summary>
    /// <param name="number">The number, 0 or above.</param>
    public void Add(long number)
    {
        if (number > Largest)
        {
            Clear(Largest + 1, number);
            Largest = number;
        }

        _bits[WordOf(number)] |= BitOf(number);
    }

    /// <summary>A bit for each of the 64 numbers before one, the nearest highest.</summary>
    internal ulong Before(long number)
    {
        var first = number - WordBits;
        var word = WordOf(first);
        var offset = (int)(first & (WordBits - 1));
        var bits = _bits[word] >> offset;
        if (offset > 0) bits |= _bits[(word + 1) % _bits.Length] << (WordBits - offset);
        return first >= 0 ? bits : number <= 0 ? 0 : bits & (ulong.MaxValue << (int)-first);
    }

    private static int WordOf(long number) => (int)(number & (Size - 1)) / WordBits;

    private static ulong BitOf(long number) => 1UL << (int)(number & (WordBits - 1));

    private void Clear(long from, long to)
    {
        if (to - from >= Size)
        {
            Array.Clear(_bits);
            return;
        }

        for (var number = from; number <= to; number++) _bits[WordOf(number)] &= ~BitOf(number);
    }
}
