using Genie.Testing.Runner;
using Genie.Testing.Runner.Selection;

namespace Genie.Servers.Tests.Runner;

public sealed class RunOptionsTests
{
    [Fact]
    public void Names_and_options_mix()
    {
        var options = RunOptions.Parse("/r", ["Nats", "--parallel", "2", "--install", "Kafka", "--filter", "A&B"]);
        Assert.Equal(["Nats", "Kafka"], options.Names);
        Assert.Equal((2, true, "A&B"), (options.Parallel, options.Install, options.Filter));
    }

    [Fact]
    public void Nightly_tests_run_where_they_are_asked_for()
    {
        Assert.Equal(TestTier.Commit, RunOptions.Parse("/r", []).Tier);
        Assert.Equal(TestTier.All, RunOptions.Parse("/r", ["--all"]).Tier);
        var options = RunOptions.Parse("/r", ["--tier", "nightly", "--changed-since", "HEAD~1", "--max-minutes", "12", "--turn", "848"]);
        Assert.Equal((TestTier.Nightly, "HEAD~1", TimeSpan.FromMinutes(12), 848), (options.Tier, options.ChangedSince, options.MaxNightlyTime, options.Turn));
    }

    [Theory]
    [InlineData("--tier", "weekly")]
    [InlineData("--max-minutes", "12", "--turn", "3")]
    [InlineData("--tier", "nightly", "--max-minutes", "12")]
    [InlineData("--paralel", "2")]
    [InlineData("--parallel", "none")]
    [InlineData("--parallel", "0")]
    [InlineData("--filter")]
    public void What_cannot_be_read_is_refused(params string[] arguments) =>
        Assert.Throws<FormatException>(() => RunOptions.Parse("/r", arguments));
}
