namespace Genie.Grains;

/// <summary>Cancellation and deadline of a call, handed on from grain to grain. Whoever made one disposes it.</summary>
public sealed class GrainCall : IDisposable
{
    private readonly CancellationTokenSource? _timed;
    private readonly CancellationTokenRegistration _registration;
    private readonly CancellationToken _callers;
    private readonly TimeProvider _clock = TimeProvider.System;
    private readonly long _deadlineTimestamp = long.MaxValue;

    private GrainCall(CancellationToken cancellationToken) => Token = _callers = cancellationToken;

    private GrainCall(TimeSpan time, TimeProvider clock, CancellationToken cancellationToken)
    {
        _clock = clock;
        _deadlineTimestamp = clock.GetTimestamp() + (long)(time.TotalSeconds * clock.TimestampFrequency);
        _callers = cancellationToken;
        _timed = new CancellationTokenSource(time, clock);
        _registration = cancellationToken.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _timed);
        Token = _timed.Token;
    }

    /// <summary>Without cancellation or deadline.</summary>
    public static GrainCall None { get; } = new(CancellationToken.None);

    /// <summary>Fires when the caller gives up or the deadline passes.</summary>
    public CancellationToken Token { get; }

    /// <summary>Time to the deadline, never negative; null if there is none.</summary>
    public TimeSpan? Remaining
    {
        get
        {
            if (_deadlineTimestamp == long.MaxValue) return null;
            var remaining = _clock.GetElapsedTime(_clock.GetTimestamp(), _deadlineTimestamp);
            return remaining > TimeSpan.Zero ? remaining : TimeSpan.Zero;
        }
    }

    /// <summary>A call that its token cancels.</summary>
    public static GrainCall With(CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled ? new GrainCall(cancellationToken) : None;

    /// <summary>A call with a deadline.</summary>
    /// <param name="time">Time until it.</param>
    /// <param name="clock">Whose time.</param>
    /// <param name="cancellationToken">Cancels earlier.</param>
    public static GrainCall WithDeadline(TimeSpan time, TimeProvider clock, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(clock);
        return new GrainCall(time, clock, cancellationToken);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _registration.Dispose();
        _timed?.Dispose();
    }

    /// <summary>What a caller gets when <see cref="Token"/> has fired.</summary>
    internal Exception Ended(string kind, string key) =>
        _timed is null || _callers.IsCancellationRequested ? new OperationCanceledException(_callers) : new GrainDeadlineException(kind, key);
}
