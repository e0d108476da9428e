using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Terminal;
using Genie.Benchmarks.Tests.Load.Sweeps;

namespace Genie.Benchmarks.Tests.Reporting.Terminal;

public sealed class TerminalReportTests
{
    [Fact]
    public void The_last_screen_has_the_answer_and_every_system_a_line_in_every_load()
    {
        var lines = Lines(SampleResults.Create());
        var answer = lines[^AnswerLines..].ToList();
        Assert.Contains(answer, line => line.StartsWith("Lowest latency: ", StringComparison.Ordinal));
        Assert.Contains(answer, line => line.StartsWith("How sure: ", StringComparison.Ordinal));
        Assert.Contains(answer, line => line.StartsWith("Next: ", StringComparison.Ordinal));
        var rows = SampleResults.Create().Runs;
        Assert.Equal(rows.Count, lines.Count(line => rows.Any(row => line.Contains($" {row.Broker} ({row.Client}) ", StringComparison.Ordinal))));
        Assert.Contains(lines, line => line.Contains("failed: Nothing answers at <127.0.0.1:1883>", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("- kafka was left out", StringComparison.Ordinal));
    }

    [Fact]
    public void No_line_is_longer_than_a_terminal_of_80_columns()
    {
        var most = SampleResults.Create().Runs[2] with
        {
            Broker = "protoactor",
            Client = "official",
            ThroughputPerSecond = 12_345_678,
            Thresholds = [new ThresholdVerdict("p99 < 20ms and lost == 0", false, ["p99 was 31 ms", "lost was 4"])],
            Ledger = new LedgerFigures { Sent = 100_000_000, Lost = 999_999, Duplicated = 1_234_567, Errors = 7 },
            Valid = false,
            Marks = [new RowMark(RowMarkKinds.Failed, string.Join(' ', Enumerable.Repeat("reason", 40)))],
        };
        var sweep = SimulatedSweep.Results(round => 20 + (round % 3), new SimulatedSystem("quick", 90_000), new SimulatedSystem("slow", 9_000) { Loses = true });
        foreach (var results in new[] { SampleResults.Create(), SampleResults.Create() with { Runs = [most], Partial = true }, sweep, SampleResults.Create() with { Runs = [] } })
            Assert.All(Lines(results), line => Assert.True(line.Length <= WrappedText.Columns, $"{line.Length} columns: {line}"));
        Assert.All(SampleResults.Create().Runs, row => Assert.InRange(RowCells.Line(row).Length, 1, WrappedText.Columns));
        Assert.InRange(RowCells.Titles.Length, 1, WrappedText.Columns);
    }

    [Fact]
    public void A_row_in_a_log_names_its_units()
    {
        var row = SampleResults.Create().Runs[2];
        var cells = RowCells.Of(row, withEffects: false);
        Assert.Contains("11,111/s", cells);
        Assert.Contains("p50 81.0 µs", cells);
        Assert.Contains("0 lost", cells);
    }

    [Fact]
    public void What_all_rows_share_is_said_once()
    {
        var row = SampleResults.Create().Runs[2] with { Marks = [new RowMark(RowMarkKinds.NotSettled, "not settled: too short")] };
        var lines = Lines(SampleResults.Create() with { Runs = [row, row with { Client = "official" }] });
        Assert.Single(lines, line => line.Contains("not settled: too short", StringComparison.Ordinal));
        var apart = Lines(SampleResults.Create() with { Runs = [row, row with { Client = "official", Marks = [new RowMark(RowMarkKinds.Suspect, $"suspect: {new string('x', 100)}")] }, row with { Client = "third", Marks = [] }] });
        Assert.Single(apart, line => line.Contains("not settled: too short", StringComparison.Ordinal));
        Assert.Single(apart, line => line.Contains("suspect: xxx", StringComparison.Ordinal));
    }

    [Fact]
    public void The_answer_of_many_systems_with_intervals_fits_a_screen()
    {
        var results = SampleResults.Create();
        results = results with { Runs = [.. Enumerable.Range(1, 6).SelectMany(i => results.Runs.Where(row => row.Valid).Select(row => row with { Repetition = i, ThroughputPerSecond = row.ThroughputPerSecond * (1 + (i / 100.0)), Broker = $"{row.Broker}-with-a-long-name" }))] };
        var answer = AnswerText.Create(results).TrimEnd('\n').Split('\n');
        Assert.InRange(answer.Length, 10, 22);
        Assert.All(answer, line => Assert.InRange(line.Length, 0, WrappedText.Columns));
    }

    // A screen of 24 lines, less the one that names the files and the prompt.
    private const int AnswerLines = 22;

    private static string[] Lines(BenchResults results) => TerminalReport.Create(results).ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
