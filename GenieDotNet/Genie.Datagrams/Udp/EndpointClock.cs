namespace Genie.Datagrams.Udp;

/// <summary>A clock's monotonic time in microseconds.</summary>
internal sealed class EndpointClock(TimeProvider time)
{
    private const long MicrosecondsASecond = 1_000_000;

    private readonly long _ticksAMicrosecond = time.TimestampFrequency / MicrosecondsASecond;

    public long Now => _ticksAMicrosecond > 0 ? time.GetTimestamp() / _ticksAMicrosecond : (long)((Int128)time.GetTimestamp() * MicrosecondsASecond / time.TimestampFrequency);
}
