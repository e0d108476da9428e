using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Tests.Load;

public sealed class SettlingRuleTests
{
    private const int StepMilliseconds = 50;

    [Fact]
    public void A_steady_load_in_which_nothing_is_compiled_has_settled_after_half_a_second()
    {
        var rule = new SettlingRule();
        for (var i = 0; i < 10; i++)
        {
            Add(rule, i, 100 * i, 300);
            Assert.False(rule.IsSettled);
        }

        Assert.Equal("it was too short to tell", rule.Describe());
        Add(rule, 10, 1000, 300);
        Assert.True(rule.IsSettled);
        Assert.Equal("", rule.Describe());
    }

    [Fact]
    public void While_the_runtime_compiles_it_has_not_settled()
    {
        var rule = new SettlingRule();
        for (var i = 0; i <= 20; i++) Add(rule, i, 100 * i, 2 * i);
        Assert.False(rule.IsSettled);
        Assert.Equal("the runtime compiled for 20 ms in its last half second", rule.Describe());
        for (var i = 21; i <= 30; i++) Add(rule, i, 100 * i, 40);
        Assert.True(rule.IsSettled);
    }

    [Fact]
    public void While_the_rate_moves_it_has_not_settled()
    {
        var rule = new SettlingRule();
        for (var i = 0; i <= 5; i++) Add(rule, i, 1000 * i, 0);
        for (var i = 6; i <= 10; i++) Add(rule, i, (2000 * i) - 5000, 0);
        Assert.False(rule.IsSettled);
        Assert.Contains("the rate moved by 100", rule.Describe(), StringComparison.Ordinal);
        for (var i = 11; i <= 20; i++) Add(rule, i, (2000 * i) - 5000, 0);
        Assert.True(rule.IsSettled);
    }

    [Theory]
    [InlineData(5, 8)]
    [InlineData(100, 130)]
    public void A_rate_that_differs_by_no_more_than_counting_does_stands_still(int before, int after)
    {
        var rule = new SettlingRule();
        Add(rule, 0, 0, 0);
        Add(rule, 5, before, 0);
        Add(rule, 10, before + after, 0);
        Assert.True(rule.IsSettled, rule.Describe());
    }

    [Fact]
    public void A_load_that_answers_nothing_never_settles()
    {
        var rule = new SettlingRule();
        for (var i = 0; i <= 40; i++) Add(rule, i, 0, 0);
        Assert.False(rule.IsSettled);
    }

    private static void Add(SettlingRule rule, int step, long requests, double compilingMilliseconds) =>
        rule.Add(TimeSpan.FromMilliseconds(step * StepMilliseconds), requests, TimeSpan.FromMilliseconds(compilingMilliseconds));
}
