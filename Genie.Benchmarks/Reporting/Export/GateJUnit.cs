using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>A gate's outcome as JUnit's XML: a case for each measure of each pair, which fails where B is worse than is let through.</summary>
internal static class GateJUnit
{
    /// <summary>The document.</summary>
    /// <param name="results">What was compared.</param>
    /// <param name="ratio">The factor that is let through.</param>
    public static string Create(SideBySideResults results, double ratio)
    {
        var regressions = Gate.Check(results, ratio).ToDictionary(regression => (regression.Pair, regression.Measure), regression => regression.ToString());
        var broken = Gate.FindBroken(results);
        return JUnit.Create("genie gate", [.. results.Pairs.SelectMany(Cases), .. broken.Select(each => ("genie.gate", $"{each} is valid", 0.0, (string?)each))]);

        IEnumerable<(string Class, string Name, double Seconds, string? Failure)> Cases(PairComparison pair) => pair.Measures.Select(measure =>
            ("genie.gate", $"{measure.Measure.Name} of {pair.Pair.Name}: {pair.Pair.Load}", pair.Pair.B.Rows.Sum(row => row.DurationSeconds), regressions.GetValueOrDefault((pair.Pair, measure.Measure))));
    }
}
