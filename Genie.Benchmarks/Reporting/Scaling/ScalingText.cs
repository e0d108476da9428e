using System.Globalization;
using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Scaling;

/// <summary>Throughput over nodes as readers see it, the same words and cells in every format.</summary>
internal static class ScalingText
{
    // How far beyond what was measured the law is put in; further says nothing.
    private const int Beyond = 4;

    /// <summary>The columns of <see cref="Cells"/>; from the fourth on they are figures.</summary>
    public static IReadOnlyList<string> Titles { get; } = ["system", "client", "confirmed", "nodes", "per second", "interval", "times the fewest", "by the law"];

    /// <summary>True for columns of figures.</summary>
    public static bool IsFigure(int column) => column > 2;

    /// <summary>A heading: <c>Throughput over nodes of orleans, 32 connections</c>.</summary>
    public static string Title(LoadShape shape) => $"Throughput over nodes of {shape.GrainHost}: {shape.Title}";

    /// <summary>A line for each count that was measured, and for some beyond, of which only the law speaks.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Cells(ScalingCurve curve)
    {
        var (points, model) = (curve.Points, curve.Model);
        var first = points[0].PerSecond.Median;
        var measured = points.Select(point => Line(
            curve, point.Nodes, Figures.PerSecond(point.PerSecond.Median), $"{Figures.PerSecond(point.PerSecond.Low)} to {Figures.PerSecond(point.PerSecond.High)}", Times(point.PerSecond.Median / first), model));
        var most = points[^1].Nodes;
        var beyond = model is null ? [] : Powers(most).Select(nodes => Line(curve, nodes, "not measured", "", "", model));
        return [.. measured, .. beyond];
    }

    /// <summary>The law in words: <c>λ = 412/s, σ = 0.21, κ = 0.013, most at 7.8 nodes</c>.</summary>
    public static string Law(ScalingCurve curve) => curve.Model is not { } model
        ? $"{curve.Series.Name}: no law can be fitted."
        : string.Create(CultureInfo.InvariantCulture, $"{curve.Series.Name}: λ = {Figures.PerSecond(model.Lambda)}/s, σ = {model.Sigma:0.###}, κ = {model.Kappa:0.####}{(model.Peak is { } peak ? $", most at {peak:0.#} nodes" : "")}.");

    /// <summary>What the law is, and is not.</summary>
    public static string Note => "The law is the Universal Scalability Law, X(N) = λN / (1 + σ(N - 1) + κN(N - 1)), fitted to the rows; beyond what was measured it is arithmetic.";

    /// <summary>All curves as Markdown; empty where no row names nodes.</summary>
    public static string CreateMarkdown(BenchResults results)
    {
        var text = new StringBuilder();
        foreach (var shape in ScalingCurve.Of(results).GroupBy(curve => curve.Shape))
        {
            text.Append("### ").AppendLine(Title(shape.Key)).AppendLine();
            text.AppendLine(MarkdownTable.Create(Titles, [.. shape.SelectMany(Cells)], IsFigure));
            foreach (var curve in shape) text.AppendLine(Law(curve));
            text.AppendLine(Note).AppendLine();
        }

        return text.ToString();
    }

    private static string[] Line(ScalingCurve curve, int nodes, string perSecond, string interval, string times, ScalingModel? model) =>
        [curve.Series.Broker, curve.Series.Client, Figures.Name(curve.Series.Confirmation), Figures.Count(nodes), perSecond, interval, times, model is null ? "" : Figures.PerSecond(model.At(nodes))];

    private static string Times(double ratio) => string.Create(CultureInfo.InvariantCulture, $"{ratio:0.00}");

    private static IEnumerable<int> Powers(int most)
    {
        for (var nodes = most * 2; nodes <= most * Beyond; nodes *= 2) yield return nodes;
    }
}
