namespace Genie.Rpc.Quic;

/// <summary>What is wrong with a stream whose other side is silent.</summary>
internal enum Silence
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>No call for so long that the stream is not worth keeping.</summary>
    Idle,

    /// <summary>The rest of a frame does not come, or the last answers are not taken.</summary>
    TooSlow,
}

/// <summary>
/// How long the other side of a stream has been silent: within a frame, between calls, or when the stream is to end. Looked at once a second by
/// the connection, so that reading costs nothing for it.
/// </summary>
internal sealed class SilenceWatch(QuicRpcOptions options)
{
    private long _seenFrames = -1;
    private bool _wasInside;
    private bool _wasEnding;
    private long _since;

    /// <summary>What the stream is to be ended for.</summary>
    /// <param name="frames">The frames read so far.</param>
    /// <param name="isWaiting">True while a read waits for the other side.</param>
    /// <param name="isInsideFrame">True if a part of a frame has arrived.</param>
    /// <param name="gate">Whether a call is being handled, and whether further ones are taken.</param>
    /// <param name="nowMilliseconds">The tick count.</param>
    public Silence Look(long frames, bool isWaiting, bool isInsideFrame, CallGate gate, long nowMilliseconds)
    {
        var isBetweenCalls = gate.IsBetweenCalls;
        var isEnding = gate.IsClosing && isBetweenCalls;
        var isSilent = isEnding ? _wasEnding : isWaiting && frames == _seenFrames && isInsideFrame == _wasInside;
        if (!isSilent)
        {
            (_seenFrames, _wasInside, _wasEnding, _since) = (isWaiting ? frames : -1, isInsideFrame, isEnding, nowMilliseconds);
            return Silence.None;
        }

        var silentMilliseconds = nowMilliseconds - _since;
        if (isEnding || isInsideFrame) return silentMilliseconds > options.FrameTimeout.TotalMilliseconds ? Silence.TooSlow : Silence.None;
        return isBetweenCalls && silentMilliseconds > options.IdleStreamTimeout.TotalMilliseconds ? Silence.Idle : Silence.None;
    }
}
