namespace Genie.Rpc.Quic;

/// <summary>Limits and times of a <see cref="QuicRpcService{TContext}"/>, for the calls that it makes and for those that it answers.</summary>
public sealed record QuicRpcOptions
{
    /// <summary>The largest argument, result or element, in bytes, sent or received. Default 4 MiB, at most 1 GiB - 1.</summary>
    public int MaxMessageBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>The deadline of a call that names none of its own. Default 30 s; <see cref="Timeout.InfiniteTimeSpan"/>: none.</summary>
    public TimeSpan CallTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The longest that a caller of ours may let a call last; its own deadline is cut to it. Default none.</summary>
    public TimeSpan MaxCallTimeout { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>A peer that has sent a part of a frame must send its rest within this time, or its stream is ended; so must it take the last answers when this side ends. Default 30 s.</summary>
    public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>A stream that carries no call for this long is ended by the side that answers. Default 2 min.</summary>
    public TimeSpan IdleStreamTimeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Unary calls leave their streams open for the next ones, as many as this for a connection. Default 128; 0: each call opens a stream of its own.</summary>
    public int ReusedStreams { get; init; } = 128;

    /// <summary>True if the message of a handler's unexpected exception reaches the caller. Default false: it may say what is nobody's business.</summary>
    public bool ShowExceptionMessages { get; init; }

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxMessageBytes, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxMessageBytes, VariableInteger.MaxOfFour);
        ArgumentOutOfRangeException.ThrowIfNegative(ReusedStreams);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(FrameTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(IdleStreamTimeout, TimeSpan.Zero);
    }
}
