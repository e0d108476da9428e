using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// What a subscription receives from one publication (Image and TermReader of Aeron 1.51): a log, and the counter in which
/// this side says how far it has read; the media driver lets the publication go on by that.
/// </summary>
internal sealed class WireImage(long id, int sessionId, LogFile log, SharedMemory position) : IDisposable
{
    private const int FlagsOffset = 5;
    private const int TypeOffset = 6;
    private const int PaddingType = 0;

    /// <summary>The media driver's id for it.</summary>
    public long Id { get; } = id;

    /// <summary>The publication's session.</summary>
    public int SessionId { get; } = sessionId;

    /// <summary>True once a sink asked for no more.</summary>
    public bool WasStopped { get; private set; }

    /// <summary>Hands over frames until there is none, it is enough, or the term ends.</summary>
    public int Poll(IFragmentSink sink, int fragmentsMax)
    {
        var begin = position.ReadInt64(0);
        var first = (int)begin & (log.TermBytes - 1);
        var term = log.TermAt(begin);
        var (offset, fragments) = (first, 0);
        WasStopped = false;
        while (fragments < fragmentsMax && offset < log.TermBytes && !WasStopped)
        {
            var frameBytes = term.ReadInt32Acquire(offset);
            if (frameBytes <= 0) break;
            var frame = term.Slice(offset, Math.Max(frameBytes, LogFile.HeaderBytes));
            offset += LogFile.Align(frameBytes);
            if ((frame.ReadInt32(4) >> 16 & 0xFFFF) == PaddingType) continue;
            fragments++;
            WasStopped = !sink.OnFragment(SessionId, frame.Bytes(FlagsOffset, 1)[0], frame.Bytes(LogFile.HeaderBytes, frameBytes - LogFile.HeaderBytes));
        }

        if (offset > first) position.WriteInt64Release(0, begin + (offset - first));
        return fragments;
    }

    public void Dispose() => log.Dispose();
}
