namespace Genie.Benchmarks.Tests.Commands;

public sealed class CrashHelpTests
{
    [Theory]
    [InlineData("silos")]
    [InlineData("genius")]
    [InlineData("zones")]
    public async Task A_command_without_a_broker_does_not_ask_for_one(string command)
    {
        var (_, output, _) = await GenieRun.RunAsync("crash", command, "--help");
        Assert.Contains($"crash {command} [options]", output, StringComparison.Ordinal);
        Assert.DoesNotContain("BROKER", output, StringComparison.Ordinal);
        Assert.Contains("<BROKER>", (await GenieRun.RunAsync("crash", "--help")).Output, StringComparison.Ordinal);
    }
}
