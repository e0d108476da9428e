using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>Which packets have arrived: the window against duplicates and replays, and the source of acknowledgements.</summary>
internal sealed class ReceivedPackets
{
    /// <summary>Packets older than this before the newest are dropped, as it is not known whether they were received.</summary>
    public const int Window = 1_024;

    private const int WordBits = 64;
    private readonly ulong[] _bits = new ulong[Window / WordBits];

    /// <summary>The newest, or -1.</summary>
    public long Largest { get; private set; } = -1;

    /// <summary>The other side knows what was received up to this packet.</summary>
    public long KnownUpTo { get; private set; } = -1;

    /// <summary>True if the packet was received, or is too old to tell.</summary>
    public bool Contains(long number) =>
        number <= Largest && (number <= Largest - Window || number < 0 || (_bits[WordOf(number)] & BitOf(number)) != 0);

    /// <summary>Notes a packet that <see cref="Contains"/> does not know.</summary>
    /// <returns>True if it is not the one after the newest: some are missing, or it is late.</returns>
    public bool Add(long number)
    {
        var isGap = number != Largest + 1;
        if (number > Largest)
        {
            Clear(Largest + 1, number);
            Largest = number;
        }
        else if (number <= KnownUpTo)
        {
            KnownUpTo = number - 1;
        }

        _bits[WordOf(number)] |= BitOf(number);
        return isGap;
    }

    /// <summary>The other side has received an acknowledgement of everything up to a packet.</summary>
    public void OnAcknowledgementKnown(long largest)
    {
        if (largest > KnownUpTo) KnownUpTo = largest;
    }

    /// <summary>Writes the newest packet's number, the delay, and a bit for each packet before it that the other side may not know of, newest first.</summary>
    public void WriteAcknowledgement(ref WireWriter writer, long delayMicroseconds)
    {
        writer.Write((uint)Largest);
        writer.Write((ushort)Math.Min(delayMicroseconds / PacketFormat.DelayUnitMicroseconds, ushort.MaxValue));
        var bytes = (int)Math.Clamp((Largest - KnownUpTo - 1 + 7) / 8, 0, PacketFormat.MaxBitFieldBytes);
        writer.Write((byte)bytes);
        var before = Largest;
        while (bytes > 0)
        {
            var word = Before(before);
            for (var shift = WordBits - 8; shift >= 0 && bytes > 0; shift -= 8, bytes--) writer.Write((byte)(word >> shift));
            before -= WordBits;
        }
    }

    private static int WordOf(long number) => (int)(number & (Window - 1)) / WordBits;

    private static ulong BitOf(long number) => 1UL << (int)(number & (WordBits - 1));

    /// <summary>A bit for each of the 64 packets before one, the nearest highest.</summary>
    private ulong Before(long number)
    {
        var first = number - WordBits;
        var word = WordOf(first);
        var offset = (int)(first & (WordBits - 1));
        var bits = _bits[word] >> offset;
        if (offset > 0) bits |= _bits[(word + 1) % _bits.Length] << (WordBits - offset);
        return first >= 0 ? bits : number <= 0 ? 0 : bits & (ulong.MaxValue << (int)-first);
    }

    private void Clear(long from, long to)
    {
        if (to - from >= Window)
        {
            Array.Clear(_bits);
            return;
        }

        for (var number = from; number <= to; number++) _bits[WordOf(number)] &= ~BitOf(number);
    }
}
