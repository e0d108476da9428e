using Genie.Relay.Proxying;

namespace Genie.Relay.Tests.Proxying;

public sealed class GrpcTimeoutTests
{
    [Theory]
    [InlineData("1S", 1000)]
    [InlineData("250m", 250)]
    [InlineData("2M", 120_000)]
    [InlineData("1H", 3_600_000)]
    [InlineData("1500u", 1.5)]
    [InlineData("1500000n", 1.5)]
    [InlineData("99999999S", 99_999_999_000.0)]
    public void It_is_read(string text, double milliseconds) => Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), GrpcTimeout.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("S")]
    [InlineData("123456789S")]
    [InlineData("-1S")]
    [InlineData("1x")]
    public void What_is_none_is_none(string text) => Assert.Null(GrpcTimeout.Parse(text));

    [Theory]
    [InlineData(0.0005, "500u")]
    [InlineData(99, "99000000u")]
    [InlineData(1000, "1000000m")]
    [InlineData(1_000_000, "1000000S")]
    [InlineData(-1, "0u")]
    public void It_is_written_in_eight_digits(double seconds, string text) => Assert.Equal(text, GrpcTimeout.Format(TimeSpan.FromSeconds(seconds)));
}
