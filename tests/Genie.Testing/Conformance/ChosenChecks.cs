using System.Collections.Concurrent;
using Genie.Brokers.Conformance;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Genie.Testing.Conformance;

/// <summary>Learns which checks of a class were chosen to run, by a filter or by hand, and puts those that run alone behind the others.</summary>
public sealed class ChosenChecks : ITestCaseOrderer
{
    /// <summary>This type's name, for the attribute that names it.</summary>
    public const string TypeName = "Genie.Testing.Conformance.ChosenChecks";

    /// <summary>Its assembly's name.</summary>
    public const string AssemblyName = "Genie.Testing";

    private static readonly ConcurrentDictionary<string, IReadOnlyList<ConformanceCheck>> ByClass = new();

    /// <summary>The chosen checks of a class.</summary>
    public static IReadOnlyList<ConformanceCheck> Of(Type type) => ByClass[type.FullName!];

    /// <inheritdoc/>
    public IEnumerable<TTestCase> OrderTestCases<TTestCase>(IEnumerable<TTestCase> testCases)
        where TTestCase : ITestCase
    {
        var checks = ConformanceSuite.All.OrderBy(check => check.RunsAlone).Select(check => check.Name).ToList();
        TTestCase[] ordered = [.. testCases.OrderBy(test => CheckOf(test) is { } check ? checks.IndexOf(check) : -1)];
        foreach (var chosen in ordered.Where(test => CheckOf(test) is not null).GroupBy(test => test.TestMethod.TestClass.Class.Name))
            ByClass[chosen.Key] = [.. chosen.Select(test => ConformanceSuite.Find(CheckOf(test)!))];
        return ordered;
    }

    private static string? CheckOf(ITestCase test) => test.TestMethod.Method.Name == nameof(BrokerConformanceTests.Conforms) ? test.TestMethodArguments?[0] as string : null;
}
