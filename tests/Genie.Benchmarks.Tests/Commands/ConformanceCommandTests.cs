using Genie.Benchmarks.Commands;
using Genie.Brokers.Conformance;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class ConformanceCommandTests
{
    [Fact]
    public async Task A_driver_that_keeps_the_contract_ends_with_code_0()
    {
        var (code, output, error) = await GenieRun.RunAsync("conformance", "inmemory", "--check", "round-trip", "--check", "wrong-password");
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("4 passed, 0 failed, 1 not applicable", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_check_that_fails_says_what_was_seen_and_ends_with_code_1()
    {
        var (code, output, _) = await GenieRun.RunAsync(
            "conformance", "inmemory", "--check", "round-trip-1-mib", "--json", "--broker-option", "corrupt-per-million=1000000");
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("\"outcome\":\"failed\"", output, StringComparison.Ordinal);
        Assert.Contains("seen:", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_check_ends_with_code_2_and_the_nearest_name()
    {
        var (code, _, error) = await GenieRun.RunAsync("conformance", "inmemory", "--check", "round-trp-empty");
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("'round-trip-empty'", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task All_checks_are_listed()
    {
        var (code, output, _) = await GenieRun.RunAsync("conformance", "none", "--list");
        Assert.Equal(ExitCode.Success, code);
        Assert.All(ConformanceSuite.All, check => Assert.Contains(check.Description, output, StringComparison.Ordinal));
    }
}
