namespace Genie.Rpc.Quic;

/// <summary>
/// How long the other side of a stream has been silent: within a frame, or between calls. Looked at once a second by the connection, so that
/// reading costs nothing for it.
/// </summary>
internal sealed class SilenceWatch(QuicRpcOptions options)
{
    private long _seenFrames = -1;
    private bool _wasInside;
    private long _since;

    /// <summary>What the stream is to be ended with, or none.</summary>
    /// <param name="frames">The frames read so far.</param>
    /// <param name="isWaiting">True while a read waits for the other side.</param>
    /// <param name="isInsideFrame">True if a part of a frame has arrived.</param>
    /// <param name="isBetweenCalls">True if no call is being handled.</param>
    /// <param name="nowMilliseconds">The tick count.</param>
    public StreamErrorCode Look(long frames, bool isWaiting, bool isInsideFrame, bool isBetweenCalls, long nowMilliseconds)
    {
        if (!isWaiting || frames != _seenFrames || isInsideFrame != _wasInside)
        {
            (_seenFrames, _wasInside, _since) = (isWaiting ? frames : -1, isInsideFrame, nowMilliseconds);
            return StreamErrorCode.None;
        }

        var silentMilliseconds = nowMilliseconds - _since;
        if (isInsideFrame) return silentMilliseconds > options.FrameTimeout.TotalMilliseconds ? StreamErrorCode.TooSlow : StreamErrorCode.None;
        return isBetweenCalls && silentMilliseconds > options.IdleStreamTimeout.TotalMilliseconds ? StreamErrorCode.Refused : StreamErrorCode.None;
    }
}
