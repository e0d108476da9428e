namespace Genie.Datagrams.Simulation;

/// <summary>The clock of a simulated network: it stands still until the network moves it, and its timers are events of the network.</summary>
internal sealed class SimulatedTime : TimeProvider
{
    private const long MicrosecondsASecond = 1_000_000;

    /// <summary>Not zero, so that a time is never mistaken for none.</summary>
    public const long Start = 1_000;

    public long Microseconds { get; set; } = Start;

    /// <summary>Runs an action when the clock shows a time.</summary>
    public Action<long, Action>? Schedule { get; set; }

    public override long TimestampFrequency => MicrosecondsASecond;

    public override long GetTimestamp() => Microseconds;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddMicroseconds(Microseconds);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new SimulatedTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }
}
