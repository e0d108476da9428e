namespace Genie.Benchmarks.Load.Soak.Udp.Ledger;

/// <summary>Which messages of one stream have arrived, in memory that does not grow: a bit for each of the latest.</summary>
/// <param name="isOrdered">True if none may arrive after a later one.</param>
internal sealed class StreamLedger(bool isOrdered)
{
    /// <summary>Messages that are remembered: those of hours, of a stream that may lose some. What is older and comes counts as doubled.</summary>
    public const int Window = 65_536;

    private const int BitsAWord = 64;

    private readonly ulong[] _seen = new ulong[Window / BitsAWord];
    private ulong _next;

    /// <summary>Different messages that have arrived.</summary>
    public long Received { get; private set; }

    /// <summary>Messages that have not arrived, although a later one has.</summary>
    public long Missing => (long)_next - Received;

    /// <summary>Notes an arrival.</summary>
    public SoakFinding Take(ulong sequence)
    {
        if (sequence >= _next)
        {
            Advance(sequence);
            return SoakFinding.Expected;
        }

        if (_next - sequence > Window || IsSeen(sequence)) return SoakFinding.Doubled;
        Mark(sequence);
        return isOrdered ? SoakFinding.OutOfOrder : SoakFinding.Expected;
    }

    private void Advance(ulong sequence)
    {
        if (sequence - _next >= Window) Array.Clear(_seen);
        else
        {
            for (var passed = _next; passed < sequence; passed++) _seen[WordOf(passed)] &= ~BitOf(passed);
        }

        Mark(sequence);
        _next = sequence + 1;
    }

    private void Mark(ulong sequence)
    {
        _seen[WordOf(sequence)] |= BitOf(sequence);
        Received++;
    }

    private bool IsSeen(ulong sequence) => (_seen[WordOf(sequence)] & BitOf(sequence)) != 0;

    private static int WordOf(ulong sequence) => (int)(sequence % Window / BitsAWord);

    private static ulong BitOf(ulong sequence) => 1UL << (int)(sequence % BitsAWord);
}

/// <summary>What an arrival is.</summary>
internal enum SoakFinding
{
    /// <summary>As it was promised.</summary>
    Expected,

    /// <summary>It had arrived before.</summary>
    Doubled,

    /// <summary>A later one of an ordered stream had arrived before.</summary>
    OutOfOrder,

    /// <summary>Its bytes are not those that were sent, or it is another connection's, channel's or direction's.</summary>
    Corrupted,
}
