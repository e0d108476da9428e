using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Load.Faults;
using Genie.Benchmarks.Reporting;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary>What faults of a cluster showed: lines and a table for people, or one JSON object.</summary>
/// <param name="processes">What its processes are called: silos.</param>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class FaultOutput(string processes, TextWriter output, bool asJson)
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>What will happen.</summary>
    public void Begin(string plan) => Say(plan);

    /// <summary>A round as it ends.</summary>
    public void Add(FaultRound round) => Say(
        FormattableString.Invariant($"{round.Number}: {round.Fault}: {round.Answered:N0} answered, {round.Repeated} calls made again, {round.Ended} {processes} ended by themselves, silence {Seconds(round.Silence)}, longest request {Seconds(round.LongestRequest)}, {round.Missing} missing, {round.Doubled} double")
        + (round.Errors.Count == 0 ? "" : $" ({string.Join(", ", round.Errors.Select(error => $"{error.Value} x {error.Key}"))})"));

    /// <summary>All of them.</summary>
    /// <param name="plan">What was to happen, for programs.</param>
    /// <param name="rounds">What did.</param>
    public void End(IReadOnlyDictionary<string, double> plan, IReadOnlyList<FaultRound> rounds)
    {
        if (asJson)
        {
            var all = JsonSerializer.SerializeToNode(plan, Json)!.AsObject();
            all["rounds"] = JsonSerializer.SerializeToNode(rounds.Select(static round => new { round.Fault, round.Answered, round.Repeated, round.Ended, SilenceS = round.Silence.TotalSeconds, LongestRequestS = round.LongestRequest.TotalSeconds, round.Missing, Double = round.Doubled, round.Errors }), Json);
            output.WriteLine(all.ToJsonString(Json));
            return;
        }

        output.WriteLine();
        output.WriteLine(MarkdownTable.Create(
            ["fault", "rounds", "answered", "calls made again", $"{processes} ended", "silence: median", "max", "longest request: median", "max", "missing", "double"],
            [.. rounds.GroupBy(round => round.Fault).OrderBy(kind => kind.Key, StringComparer.Ordinal).Select(kind => Cells([.. kind]))],
            column => column > 0));
    }

    private static string[] Cells(IReadOnlyList<FaultRound> rounds) =>
    [
        rounds[0].Fault, Text(rounds.Count), Text(rounds.Sum(round => round.Answered)), Text(rounds.Sum(round => round.Repeated)), Text(rounds.Sum(round => round.Ended)),
        .. MedianAndMost(rounds.Select(round => round.Silence)), .. MedianAndMost(rounds.Select(round => round.LongestRequest)),
        Text(rounds.Sum(round => round.Missing)), Text(rounds.Sum(round => round.Doubled)),
    ];

    private static string[] MedianAndMost(IEnumerable<TimeSpan> times)
    {
        TimeSpan[] sorted = [.. times.Order()];
        return [Seconds((sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2), Seconds(sorted[^1])];
    }

    private static string Text(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    private static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.00} s");

    private void Say(string line)
    {
        if (!asJson) output.WriteLine(line);
    }
}
