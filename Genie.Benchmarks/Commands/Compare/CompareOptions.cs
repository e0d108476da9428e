using System.Globalization;
using Genie.Benchmarks.Reporting.SideBySide;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary>Options that <c>compare</c> and <c>gate</c> have in common.</summary>
internal static class CompareOptions
{
    /// <summary>How sure.</summary>
    public static ParsedOption<double> CreateConfidence() =>
        Options.Of("--confidence", "How sure all verdicts together must be: 95%, or 0.95", "95%", ParseConfidence);

    /// <summary>What is compared.</summary>
    /// <param name="byDefault">Their names; null for those of a comparison.</param>
    public static ParsedOption<IReadOnlyList<Measure>> CreateMeasures(string? byDefault = null) => Options.Of(
        "--measures", $"What is compared, of {string.Join(", ", Names)}; the fewer, the more a given number of repetitions can show", byDefault ?? Measure.Default, ParseMeasures);

    /// <summary>The bootstrap's seed.</summary>
    public static ParsedOption<long> CreateSeed() => Options.OfCount("--bootstrap-seed", "Of the draws for the intervals of percentiles", "1");

    private static IEnumerable<string> Names => Measure.All.Select(measure => measure.Name);

    private static double ParseConfidence(string text)
    {
        var isPercent = text.EndsWith('%');
        return double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && (isPercent ? number / 100 : number) is >= 0.5 and < 1 and var share
                ? share : throw new FormatException($"'{text}' is no confidence from 50% to below 100%.");
    }

    private static IReadOnlyList<Measure> ParseMeasures(string text)
    {
        var measures = text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(Find).Distinct().ToArray();
        return measures.Length > 0 ? measures : throw new FormatException($"nothing to compare; known: {string.Join(", ", Names)}.");
    }

    private static Measure Find(string name) => Measure.All.FirstOrDefault(measure => measure.Name == name)
        ?? throw new FormatException($"'{name}' is unknown.{NearestName.Hint(name, Names)} Known: {string.Join(", ", Names)}.");
}
