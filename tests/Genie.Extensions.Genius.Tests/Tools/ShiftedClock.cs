namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>A clock that shows another time than the one that it goes with, by so much: set, as an administrator or a time server sets a machine's, while timers and what passes go on.</summary>
internal sealed class ShiftedClock(TimeProvider inner) : TimeProvider
{
    private long _shiftTicks;

    public TimeSpan Shift
    {
        get => TimeSpan.FromTicks(Volatile.Read(ref _shiftTicks));
        set => Volatile.Write(ref _shiftTicks, value.Ticks);
    }

    public override long TimestampFrequency => inner.TimestampFrequency;

    public override long GetTimestamp() => inner.GetTimestamp();

    public override DateTimeOffset GetUtcNow() => inner.GetUtcNow() + Shift;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => inner.CreateTimer(callback, state, dueTime, period);
}
