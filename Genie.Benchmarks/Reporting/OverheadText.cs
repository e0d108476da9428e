using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>The overhead levels of transports as text: one table of all, what is missing, and whether every step is small.</summary>
internal static class OverheadText
{
    /// <summary>What stands above the table.</summary>
    public const string Title = "Overhead levels, microseconds a round trip";

    private const string None = "no such level";
    private static readonly string[] Titles = ["transport", "level", "on", "adds", "p50", "p99", "CPU"];

    // What comes before is words.
    private const int FirstFigure = 3;

    /// <summary>The titles of the table's columns; figures are in microseconds.</summary>
    public static IReadOnlyList<string> Columns => Titles;

    /// <summary>The table's cells, a row for each level.</summary>
    public static IReadOnlyList<string[]> Rows(OverheadFigures overhead) => [.. overhead.Steps.Select(step => Cells(step.Transport, step.Level))];

    /// <summary>The table, which fits 80 columns.</summary>
    public static string Table(OverheadFigures overhead) => MarkdownTable.Create(Titles, Rows(overhead), column => column >= FirstFigure);

    /// <summary>Why levels are missing, a line for each.</summary>
    public static IEnumerable<string> Missing(OverheadFigures overhead)
    {
        foreach (var (transport, level) in overhead.Steps)
        {
            if (level.NoSuchLevel is { } none) yield return $"{transport} has no level {level.Name}: {none}.";
            if (level.Failure is { } failure) yield return $"{transport}, {level.Name}, could not be measured: {failure}";
        }
    }

    /// <summary>Whether every step is below the limit.</summary>
    public static string Verdict(OverheadFigures overhead)
    {
        var added = overhead.Steps.Where(step => step.Level.Cost?.AddedMicroseconds is not null).OrderByDescending(step => step.Level.Cost!.AddedMicroseconds).ToList();
        if (added.Count == 0) return "No step was measured.";
        if (overhead.Slow.Count > 0) return $"Not every step is under 1 ms, by medians: {string.Join(", ", overhead.Slow.Select(Describe))}.";
        return $"{(overhead.EveryStepIsBelowLimit == true ? "Every step" : "Every step that was measured")} is under 1 ms, by medians; the largest: {Describe(added[0])}.";
    }

    /// <summary>All of it in Markdown.</summary>
    public static string CreateMarkdown(OverheadFigures overhead)
    {
        var missing = string.Concat(Missing(overhead).Select(line => $"- {MarkdownTable.Escape(line)}{Environment.NewLine}"));
        return $"### {Title}{Environment.NewLine}{Environment.NewLine}{Table(overhead)}{Environment.NewLine}{missing}{(missing.Length > 0 ? Environment.NewLine : "")}{Verdict(overhead)}{Environment.NewLine}{Environment.NewLine}";
    }

    private static string Describe((string Transport, LevelFigures Level) step) => $"{step.Level.Name} of {step.Transport}, {Figures.Three(step.Level.Cost!.AddedMicroseconds!.Value)} us";

    private static string[] Cells(string transport, LevelFigures level) => level switch
    {
        { Cost: { } cost } => [transport, level.Name, level.On ?? "-", Added(cost), Figures.Three(cost.P50Microseconds), Figures.Three(cost.P99Microseconds), Figures.Three(cost.CpuMicroseconds)],
        { NoSuchLevel: not null } => [transport, level.Name, None, "-", "-", "-", "-"],
        _ => [transport, level.Name, "not measured", "-", "-", "-", "-"],
    };

    private static string Added(LevelCost cost) => cost.AddedMicroseconds is not { } added ? "-" : added > 0 ? "+" + Figures.Three(added) : Figures.Three(added);
}
