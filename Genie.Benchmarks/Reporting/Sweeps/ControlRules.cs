using System.Globalization;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Model;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.Sweeps;

/// <summary>
/// Whether the machine stayed what it was during a sweep. A control that moves by more than its own spread is divided there by <see cref="EDivisive"/>; the longest part is what the
/// others are compared with.
/// </summary>
internal static class ControlRules
{
    /// <summary>The references and what each read.</summary>
    public static IReadOnlyList<(string Name, Func<ControlReading, double?> Of)> References { get; } =
        [("loopback", reading => reading.LoopbackMicroseconds), ("none", reading => reading.NoneMicroseconds)];

    // Of a false alarm in a whole sweep, over both references.
    private const double Risk = 0.01;

    // A smaller move is no other machine, however surely it is seen.
    private const double RatioMin = 1.05;

    private const int Seed = 1;

    /// <summary>The rounds in which a control had moved.</summary>
    public static IReadOnlyList<ControlMove> FindMoves(IReadOnlyList<ControlReading> control) => [.. References.SelectMany(reference => FindMoves(control, reference.Name, reference.Of))];

    /// <summary>The rows, marked where the control had moved.</summary>
    public static IReadOnlyList<RunRow> Mark(IReadOnlyList<RunRow> rows, IReadOnlyList<ControlMove> moves) =>
        moves.Count == 0 ? rows : [.. rows.Select(row => moves.FirstOrDefault(move => row.Round >= move.FirstRound && row.Round <= move.LastRound) is { } move
            ? row with { Marks = [.. row.Marks, new RowMark(RowMarkKinds.ControlMoved, $"not compared: {Describe(move)}")] } : row)];

    /// <summary>A remark on the results for each move.</summary>
    public static IEnumerable<string> Remarks(IReadOnlyList<ControlMove> moves) =>
        moves.Select(move => $"The machine was not the same throughout: {Describe(move)}, which is more than its own spread. Rows of these rounds are not compared.");

    private static string Describe(ControlMove move) =>
        string.Create(CultureInfo.InvariantCulture, $"the control {move.Reference} took {move.Ratio:0.00} times as long in {(move.FirstRound == move.LastRound ? $"round {move.FirstRound}" : $"rounds {move.FirstRound} to {move.LastRound}")} as in most");

    private static IEnumerable<ControlMove> FindMoves(IReadOnlyList<ControlReading> control, string name, Func<ControlReading, double?> of)
    {
        var read = control.Where(reading => of(reading) > 0).ToArray();
        double[] values = [.. read.Select(reading => of(reading)!.Value)];
        int[] bounds = [0, .. EDivisive.Find([.. values.Select(value => Math.Log(value))], Risk / References.Count, Seed), values.Length];
        var parts = bounds.Zip(bounds.Skip(1), (first, next) => (First: first, Next: next)).ToArray();
        var usual = parts.MaxBy(part => part.Next - part.First);
        var median = values[usual.First..usual.Next].Median();
        foreach (var (first, next) in parts)
        {
            var ratio = values[first..next].Median() / median;
            if (ratio > RatioMin || ratio < 1 / RatioMin) yield return new ControlMove(name, read[first].Round, read[next - 1].Round, ratio);
        }
    }
}
