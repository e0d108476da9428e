using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class TimeLeftTests
{
    private readonly ManualClock _clock = new();

    [Fact]
    public void What_rows_took_beyond_what_was_asked_is_expected_of_the_others_too()
    {
        var left = new TimeLeft([Job(), Job(), Job()], _clock);
        Assert.Equal(3 * (TimeSpan.FromSeconds(10) + RowTime.Overhead), left.Estimate());
        left.Begin();
        _clock.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal((3 * (TimeSpan.FromSeconds(10) + RowTime.Overhead)) - TimeSpan.FromSeconds(5), left.Estimate());
        _clock.Advance(TimeSpan.FromSeconds(9));
        left.End();
        Assert.Equal(TimeSpan.FromSeconds(28), left.Estimate());
    }

    [Fact]
    public void It_never_becomes_negative()
    {
        var left = new TimeLeft([Job()], _clock);
        left.Begin();
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(TimeSpan.Zero, left.Estimate());
    }

    [Theory]
    [InlineData(0, "0 s")]
    [InlineData(59.2, "1 min 00 s")]
    [InlineData(60, "1 min 00 s")]
    [InlineData(125, "2 min 05 s")]
    public void It_reads_like_a_clock(double seconds, string expected) =>
        Assert.Equal(expected, TimeLeft.Format(TimeSpan.FromSeconds(seconds)));

    private static LoadJob Job() => new()
    {
        Broker = new BrokerChoice { Broker = "b", Client = "wire" },
        Workload = new WorkloadChoice(),
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        DurationSeconds = 8,
        WarmUpSeconds = 2,
    };
}
