using Genie.Benchmarks.Reporting.Html;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class LogScaleTests
{
    [Theory]
    [InlineData(0.4, 0.4)]
    [InlineData(1, 1)]
    [InlineData(3, 900)]
    [InlineData(99.9, 100)]
    [InlineData(0.002, 60_000_000)]
    public void Every_value_lies_on_the_scale_and_so_do_its_ticks(double low, double high)
    {
        var scale = LogScale.Around([low, high]);
        Assert.InRange(scale.At(low), -1e-3, 1);
        Assert.InRange(scale.At(high), 0, 1 + 1e-3);
        var ticks = scale.Ticks.ToList();
        Assert.InRange(ticks.Count, 1, 14);
        Assert.Equal(ticks.Order(), ticks);
        Assert.All(ticks, tick => Assert.InRange(scale.At(tick), -0.01, 1.01));
    }
}
