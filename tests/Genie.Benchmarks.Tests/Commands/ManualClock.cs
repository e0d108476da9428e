namespace Genie.Benchmarks.Tests.Commands;

/// <summary>A clock that goes when told.</summary>
internal sealed class ManualClock : TimeProvider
{
    private long _ticks = 1;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _ticks;

    public void Advance(TimeSpan time) => _ticks += time.Ticks;
}
