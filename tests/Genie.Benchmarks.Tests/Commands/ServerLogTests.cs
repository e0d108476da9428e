namespace Genie.Benchmarks.Tests.Commands;

public sealed class ServerLogTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("2026-01-02T03:04:05Z Warning: Orleans.Runtime.MembershipService[1] late\n  for 2 s\n", "")]
    [InlineData("2026-01-02T03:04:05Z Warning: Orleans.A[1] late\n2026-01-02T03:04:06Z Error: Orleans.A[1] lost\n", "2026-01-02T03:04:06Z Error: Orleans.A[1] lost\n")]
    [InlineData("2026-01-02T03:04:05Z Warning: Genie.A[1] lost\n", "2026-01-02T03:04:05Z Warning: Genie.A[1] lost\n")]
    [InlineData("warn: Orleans.A[1] late\nfail: Orleans.A[1] lost\n", "fail: Orleans.A[1] lost\n")]
    [InlineData("genie: no such folder\n2026-01-02T03:04:05Z Warning: Orleans.A[1] late\n", "genie: no such folder\n")]
    public void Only_warnings_of_Orleans_are_left_out(string error, string left) => Assert.Equal(left, ServerLog.WithoutWarningsOfOrleans(error));

    [Fact]
    public void Health_of_one_check_is_left_out() => Assert.Equal(
        "2026-01-02T03:04:06Z Warning: Genie.HealthLog[2] store is Degraded: no\n",
        ServerLog.WithoutHealthOf("deliveries", "2026-01-02T03:04:05Z Warning: Genie.HealthLog[1] deliveries is Degraded: 1\n2026-01-02T03:04:06Z Warning: Genie.HealthLog[2] store is Degraded: no\n2026-01-02T03:04:07Z Warning: Genie.HealthLog[2] deliveries is healthy again\n"));
}
