using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class AuditTests
{
    [Theory]
    [InlineData(1000, 1000, 1, 1)]
    [InlineData(1099, 1000, 1, 1)]
    [InlineData(901, 1000, 1, 1)]
    [InlineData(32_000, 1000, 32, 1)]
    [InlineData(32_000, 4000, 32, 4)]
    public void Littles_law_holds_within_a_tenth(double perSecond, double meanMicroseconds, int connections, int inFlight) =>
        Assert.Null(LittlesLaw.Violation(perSecond, meanMicroseconds, connections, inFlight));

    [Theory]
    [InlineData(1101, 1000, 1, 1)]
    [InlineData(899, 1000, 1, 1)]
    [InlineData(0, 0, 1, 1)]
    public void A_row_that_breaks_it_is_told(double perSecond, double meanMicroseconds, int connections, int inFlight) =>
        Assert.Contains("Little's law", LittlesLaw.Violation(perSecond, meanMicroseconds, connections, inFlight), StringComparison.Ordinal);

    [Fact]
    public void The_prototypes_published_row_is_caught() =>
        Assert.Contains("16.06 in flight, not 32", LittlesLaw.Violation(1889, 8500, 32, 1), StringComparison.Ordinal);
}
