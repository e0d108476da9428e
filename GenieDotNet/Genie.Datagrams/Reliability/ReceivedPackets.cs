using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>Which packets have arrived and were taken: the source of acknowledgements.</summary>
internal sealed class ReceivedPackets
{
    private readonly PacketWindow _window = new();

    /// <summary>The newest, or -1.</summary>
    public long Largest => _window.Largest;

    /// <summary>The other side knows what was received up to this packet.</summary>
    public long KnownUpTo { get; private set; } = -1;

    /// <summary>Notes a packet that was not noted before and is not too old.</summary>
    /// <returns>True if it is not the one after the newest: some are missing, or it is late.</returns>
    public bool Add(long number)
    {
        var isGap = number != Largest + 1;
        if (number <= Largest && number <= KnownUpTo) KnownUpTo = number - 1;
        _window.Add(number);
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
            var word = _window.Before(before);
            for (var shift = PacketWindow.WordBits - 8; shift >= 0 && bytes > 0; shift -= 8, bytes--) writer.Write((byte)(word >> shift));
            before -= PacketWindow.WordBits;
        }
    }
}
