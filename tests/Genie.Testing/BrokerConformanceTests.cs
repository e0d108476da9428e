using Genie.Brokers.Conformance;
using Xunit;
using Xunit.Abstractions;

namespace Genie.Testing;

/// <summary>
/// The conformance suite as tests, one a check. A driver's test project inherits it, says how its subject is made and
/// which checks have nothing to say about it, and takes the server from a class fixture.
/// </summary>
/// <remarks>
/// A check that turns out not to be applicable although <see cref="NotApplicable"/> does not list it is skipped, and in
/// CI it fails: nothing goes untested in silence.
/// </remarks>
public abstract class BrokerConformanceTests(ITestOutputHelper output)
{
    public static TheoryData<string> Checks => [.. ConformanceSuite.All.Select(check => check.Name)];

    /// <summary>Checks about things that the system does not have: a server, passwords, order.</summary>
    protected virtual IReadOnlySet<string> NotApplicable => new HashSet<string>();

    /// <summary>The driver with its server. Skips (see <see cref="ServerUnderTest.WhyUnavailable"/>) where none can be had.</summary>
    protected abstract ValueTask<ConformanceSubject> CreateSubjectAsync();

    [SkippableTheory]
    [MemberData(nameof(Checks))]
    public async Task Conforms(string check)
    {
        var subject = await CreateSubjectAsync();
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find(check), subject, CancellationToken.None);
        output.WriteLine($"{result.Outcome} after {result.Elapsed.TotalSeconds:0.0} s. {result.Detail}");
        switch (result.Outcome)
        {
            case ConformanceOutcome.Failed:
                Assert.Fail($"{check}: {result.Detail}\n{result.Error}");
                break;
            case ConformanceOutcome.NotApplicable when !subject.Deviations.ContainsKey(check) && !NotApplicable.Contains(check):
                Assert.False(Environment.GetEnvironmentVariable("CI") is { Length: > 0 }, $"In CI nothing is skipped, but {check} was not applicable: {result.Detail}.");
                Skip.If(true, result.Detail);
                break;
            case ConformanceOutcome.Passed when NotApplicable.Contains(check):
                Assert.Fail($"{check} passed, so it does not belong into {nameof(NotApplicable)}.");
                break;
            default:
                break;
        }
    }
}
