using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Load.Limits;

public sealed class LimitConditionTests
{
    private static readonly LatencyFigures Latency = new() { Mean = 100, P50 = 90, P90 = 200, P99 = 5_000, P999 = 20_000, Max = 90_000 };

    [Theory]
    [InlineData("p99 < 5.1ms", null)]
    [InlineData("p99<=5ms", null)]
    [InlineData("p99 < 5ms", "p99 5000 us")]
    [InlineData("mean < 1ms and max < 50ms", "max 90000 us")]
    [InlineData("p99.9 < 1s and p50 < 100us", null)]
    public void A_condition_holds_or_says_what_broke_it(string text, string? breach) =>
        Assert.Equal(breach, LimitCondition.Parse(text).FindBreach(Latency));

    [Theory]
    [InlineData("p98 < 5ms", "'p9")]
    [InlineData("p99 < 5mss", "'ms'")]
    [InlineData("p99 > 5ms", "p99 < 5ms")]
    [InlineData("p99 5ms", "p99 < 5ms")]
    [InlineData("p99 < 0s", "no time at all")]
    [InlineData("p99 < 1ms and p50", "upper bound")]
    [InlineData("", "upper bound")]
    public void What_is_wrong_is_said(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<FormatException>(() => LimitCondition.Parse(text)).Message, StringComparison.Ordinal);

    [Fact]
    public void What_is_written_is_read_again()
    {
        var text = LimitCondition.Parse("p99<5ms  and   max <= 1s").ToString();
        Assert.Equal("p99 < 5ms and max <= 1s", text);
        Assert.Equal(text, LimitCondition.Parse(text).ToString());
    }
}
