namespace Genie.Benchmarks.Tests.Commands;

public sealed class SiloLogTests
{
    [Theory]
    [InlineData("", "")]
    [InlineData("2026-01-02T03:04:05Z Warning: Orleans.Runtime.MembershipService[1] late\n  for 2 s\n", "")]
    [InlineData("2026-01-02T03:04:05Z Warning: Orleans.A[1] late\n2026-01-02T03:04:06Z Error: Orleans.A[1] lost\n", "2026-01-02T03:04:06Z Error: Orleans.A[1] lost\n")]
    [InlineData("2026-01-02T03:04:05Z Warning: Genie.A[1] lost\n", "2026-01-02T03:04:05Z Warning: Genie.A[1] lost\n")]
    [InlineData("warn: Orleans.A[1] late\nfail: Orleans.A[1] lost\n", "fail: Orleans.A[1] lost\n")]
    [InlineData("genie: no such folder\n2026-01-02T03:04:05Z Warning: Orleans.A[1] late\n", "genie: no such folder\n")]
    public void Only_warnings_of_Orleans_are_left_out(string error, string left) => Assert.Equal(left, SiloLog.WithoutWarningsOfOrleans(error));
}
