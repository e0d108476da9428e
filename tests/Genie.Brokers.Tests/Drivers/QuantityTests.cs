using Genie.Brokers.Drivers;

namespace Genie.Brokers.Tests.Drivers;

public sealed class QuantityTests
{
    [Theory]
    [InlineData("250ms", 250)]
    [InlineData("1.5s", 1500)]
    [InlineData("2 m", 120_000)]
    [InlineData("1h", 3_600_000)]
    [InlineData("1d", 86_400_000)]
    [InlineData("500us", 0.5)]
    [InlineData("4m30s", 270_000)]
    [InlineData("1d 12h", 129_600_000)]
    [InlineData("1h0m0.5s", 3_600_500)]
    [InlineData("1e3ms", 1000)]
    [InlineData("-1m30s", -90_000)]
    public void Reads_durations(string text, double milliseconds) => Assert.Equal(milliseconds, Quantity.ParseDuration(text).TotalMilliseconds);

    [Theory]
    [InlineData("1000", 1000)]
    [InlineData("1_000", 1000)]
    [InlineData("10k", 10_000)]
    [InlineData("1.5k", 1500)]
    [InlineData("64KiB", 65_536)]
    [InlineData("2MiB", 2_097_152)]
    [InlineData("-3", -3)]
    [InlineData("1e5", 100_000)]
    [InlineData("1.5E+3", 1500)]
    [InlineData("2e2kB", 200_000)]
    public void Reads_counts(string text, long count) => Assert.Equal(count, Quantity.ParseCount(text));

    [Theory]
    [InlineData("10")]
    [InlineData("")]
    [InlineData("s")]
    [InlineData("10x")]
    [InlineData("1.2.3s")]
    [InlineData("4m30")]
    [InlineData("30s4m")]
    [InlineData("1s1s")]
    [InlineData("1m-30s")]
    [InlineData("1m,30s")]
    public void Refuses_what_is_no_duration(string text) => Assert.Throws<FormatException>(() => Quantity.ParseDuration(text));

    [Theory]
    [InlineData("1.5")]
    [InlineData("1Kib")]
    [InlineData("many")]
    [InlineData("1e")]
    [InlineData("1e-1")]
    [InlineData("1e5e5")]
    [InlineData("")]
    public void Refuses_what_is_no_count(string text) => Assert.Throws<FormatException>(() => Quantity.ParseCount(text));

    [Theory]
    [InlineData("99999999999999999999")]
    [InlineData("99999999999999GiB")]
    public void Refuses_what_is_too_large(string text) => Assert.ThrowsAny<Exception>(() => Quantity.ParseCount(text));

    [Fact]
    public void Names_the_nearest_unit() =>
        Assert.Contains("Did you mean 'KiB'?", Assert.Throws<FormatException>(() => Quantity.ParseCount("1KiBB")).Message, StringComparison.Ordinal);
}
