using Genie.Testing.Runner;

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

    [Theory]
    [InlineData("--paralel", "2")]
    [InlineData("--parallel", "none")]
    [InlineData("--parallel", "0")]
    [InlineData("--filter")]
    public void What_cannot_be_read_is_refused(params string[] arguments) =>
        Assert.Throws<FormatException>(() => RunOptions.Parse("/r", arguments));
}
