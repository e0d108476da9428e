using Genie.Datagrams.Protocol;

namespace Genie.Datagrams.Reliability;

/// <summary>Which of a channel's frames have arrived: all below a number, and a bit for each of the window above it.</summary>
internal sealed class FrameWindow
{
    private const int WordBits = 64;
    private readonly ulong[] _arrived = new ulong[PacketFormat.FrameWindow / WordBits];

    /// <summary>The lowest frame that has not arrived.</summary>
    public long LowestOpen { get; private set; }

    /// <summary>The first frame that is not within the window.</summary>
    public long End => LowestOpen + PacketFormat.FrameWindow;

    /// <summary>True if a frame below <see cref="End"/> has arrived.</summary>
    public bool Contains(long number) => number < LowestOpen || (WordOf(number) & BitOf(number)) != 0;

    /// <summary>Notes that a frame within the window has arrived.</summary>
    public void Add(long number)
    {
        WordOf(number) |= BitOf(number);
        while ((WordOf(LowestOpen) & BitOf(LowestOpen)) != 0)
        {
            WordOf(LowestOpen) &= ~BitOf(LowestOpen);
            LowestOpen++;
        }
    }

    private static ulong BitOf(long number) => 1UL << (int)(number & (WordBits - 1));

    private ref ulong WordOf(long number) => ref _arrived[(int)(number & (PacketFormat.FrameWindow - 1)) / WordBits];
}
