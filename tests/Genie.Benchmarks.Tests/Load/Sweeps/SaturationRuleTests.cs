using Genie.Benchmarks.Load.Sweeps;

namespace Genie.Benchmarks.Tests.Load.Sweeps;

public sealed class SaturationRuleTests
{
    [Fact]
    public void Latency_bends_where_power_falls_to_less_than_half()
    {
        var rule = new SaturationRule();
        Assert.Null(rule.FindBend(1_000, 100));
        Assert.Null(rule.FindBend(2_000, 100));
        Assert.Null(rule.FindBend(4_000, 399));
        Assert.Equal("latency bends: p50 401 us after 100 us at 2000/s", rule.FindBend(4_001, 401));

        // What bent says nothing of higher rates.
        Assert.Null(rule.FindBend(8_000, 700));
    }

    [Fact]
    public void A_lower_rate_is_not_judged_by_a_higher_one()
    {
        var rule = new SaturationRule();
        Assert.Null(rule.FindBend(8_000, 100));
        Assert.Null(rule.FindBend(1_000, 100));
    }
}
