namespace Genie.Datagrams.Simulation;

/// <summary>The clock of a simulated network: it stands still until the network moves it.</summary>
internal sealed class SimulatedTime : TimeProvider
{
    private const long MicrosecondsASecond = 1_000_000;

    /// <summary>Not zero, so that a time is never mistaken for none.</summary>
    public const long Start = 1_000;

    public long Microseconds { get; set; } = Start;

    public override long TimestampFrequency => MicrosecondsASecond;

    public override long GetTimestamp() => Microseconds;

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddMicroseconds(Microseconds);
}
