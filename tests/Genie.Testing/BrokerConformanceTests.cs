using System.Collections.Concurrent;
using Genie.Brokers.Conformance;
using Genie.Testing.Conformance;
using Xunit;
using Xunit.Abstractions;

namespace Genie.Testing;

/// <summary>
/// The conformance suite as tests, one a check. A driver's test project inherits it, says how its subject is made and
/// which checks have nothing to say about it, and takes the server from a class fixture. A class that differs from another one only in the level
/// of service, the server or a wrapper is marked by <see cref="VariantAttribute"/>.
/// </summary>
/// <remarks>
/// A check that turns out not to be applicable although <see cref="NotApplicable"/> does not list it is skipped, and in
/// CI it fails: nothing goes untested in silence. The checks that are to run begin together with the first, some at once.
/// </remarks>
[TestCaseOrderer(ChosenChecks.TypeName, ChosenChecks.AssemblyName)]
public abstract class BrokerConformanceTests(ITestOutputHelper output)
{
    private static readonly ConcurrentDictionary<Type, Lazy<ConformancePass>> Passes = new();

    /// <summary>Checks about things that the system does not have: a server, passwords, order.</summary>
    protected virtual IReadOnlySet<string> NotApplicable => new HashSet<string>();

    /// <summary>The driver with its server. Skips (see <see cref="ServerUnderTest.WhyUnavailable"/>) where none can be had. Called once a check, also from several threads.</summary>
    protected abstract ValueTask<ConformanceSubject> CreateSubjectAsync();

    [SkippableTheory]
    [ConformanceChecks]
    public async Task Conforms(string check)
    {
        var pass = Passes.GetOrAdd(GetType(), type => new(() => ConformancePass.Start(ChosenChecks.Of(type), CreateSubjectAsync, CancellationToken.None))).Value;
        var result = await pass.ResultOfAsync(check);
        output.WriteLine($"{result.Outcome} after {result.Elapsed.TotalSeconds:0.0} s. {result.Detail}");
        switch (result.Outcome)
        {
            case ConformanceOutcome.Failed:
                Assert.Fail($"{check}: {result.Detail}\n{result.Error}");
                break;
            case ConformanceOutcome.NotApplicable when !result.IsDeviation && !NotApplicable.Contains(check):
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
