using Genie.Grpc.Kestrel;

namespace Genie.Grpc.Tests.Protocol;

public sealed class GrpcTimeoutTests
{
    [Theory]
    [InlineData("1H", TimeSpan.TicksPerHour)]
    [InlineData("2M", 2 * TimeSpan.TicksPerMinute)]
    [InlineData("3S", 3 * TimeSpan.TicksPerSecond)]
    [InlineData("4m", 4 * TimeSpan.TicksPerMillisecond)]
    [InlineData("5u", 5 * TimeSpan.TicksPerMicrosecond)]
    [InlineData("700n", 7)]
    [InlineData("1n", 0)]
    [InlineData("99999999H", 99_999_999 * TimeSpan.TicksPerHour)]
    public void Every_unit_is_read(string text, long ticks)
    {
        Assert.True(GrpcTimeout.TryParse(text, out var timeout));
        Assert.Equal(ticks, timeout.Ticks);
    }

    [Theory]
    [InlineData("")]
    [InlineData("S")]
    [InlineData("5")]
    [InlineData("5s")]
    [InlineData("-5S")]
    [InlineData("5 S")]
    [InlineData("1.5S")]
    [InlineData("100000000S")]
    public void Anything_else_is_refused(string text) => Assert.False(GrpcTimeout.TryParse(text, out _));
}
