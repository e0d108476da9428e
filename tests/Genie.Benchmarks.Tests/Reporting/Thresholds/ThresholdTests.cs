using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Thresholds;

namespace Genie.Benchmarks.Tests.Reporting.Thresholds;

public sealed class ThresholdTests
{
    private static readonly RunRow Row = new()
    {
        Broker = "nats",
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Brokers.Confirmation.Buffered,
        ThroughputPerSecond = 1_500,
        LatencyMicroseconds = new LatencyFigures { P50 = 400, P99 = 21_500, Max = 90_000 },
        Ledger = new LedgerFigures { Lost = 2 },
    };

    [Theory]
    [InlineData("p99 < 20ms", "p99 21.5 ms, wanted p99 < 20ms")]
    [InlineData("p50 < 1ms and p99 <= 20ms", "p99 21.5 ms, wanted p99 <= 20ms")]
    [InlineData("lost == 0", "lost 2, wanted lost == 0")]
    [InlineData("throughput > 2k", "throughput 1,500/s, wanted throughput > 2k")]
    [InlineData("throughput>=1500 and lost<=2 and duplicated == 0 and max < 91ms")]
    public void What_is_broken_is_said(string text, params string[] breaches) => Assert.Equal(breaches, Threshold.Parse(text).FindBreaches(Row));

    [Theory]
    [InlineData("p9 < 20ms", "'p9' is unknown. Did you mean 'p90'?")]
    [InlineData("p99", "'p99' compares nothing")]
    [InlineData("p99 != 3ms", "compares nothing")]
    [InlineData("p99 < many", "many")]
    [InlineData("lost == none", "none")]
    [InlineData("p99 < -1ms", "less than nothing")]
    [InlineData("lost = 0", "lost == 0")]
    public void What_is_no_threshold_is_refused(string text, string said) =>
        Assert.Contains(said, Assert.Throws<FormatException>(() => Threshold.Parse(text)).Message, StringComparison.Ordinal);
}
