using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class MarkdownReportTests
{
    [Fact]
    public void A_table_for_each_load_with_a_line_for_each_row()
    {
        var sample = SampleResults.Create();
        var lines = MarkdownReport.Create(sample).ReplaceLineEndings("\n").Split('\n');
        Assert.Equal(4, lines.Count(line => line.StartsWith("### ", StringComparison.Ordinal)));
        Assert.Equal(sample.Runs.Count + (4 * 2), lines.Count(line => line.StartsWith('|')));
        Assert.Contains(lines, line => line.Contains("| nats", StringComparison.Ordinal) && line.Contains("11,111", StringComparison.Ordinal) && line.Contains("90.0 µs", StringComparison.Ordinal));
        Assert.Contains("- kafka was left out: nothing listens at 127.0.0.1:9092.", lines);
    }

    [Fact]
    public void Every_line_of_a_table_has_the_same_columns()
    {
        var row = SampleResults.Create().Runs[2] with { Broker = "a|b", Valid = false, Marks = [new RowMark(RowMarkKinds.Failed, "two\nlines | <b>")] };
        var lines = MarkdownReport.Create(SampleResults.Create() with { Runs = [row, SampleResults.Create().Runs[3]] }).ReplaceLineEndings("\n").Split('\n').Where(line => line.StartsWith('|')).ToList();
        Assert.Single(lines.Select(line => line.Replace(@"\|", "", StringComparison.Ordinal).Count(character => character == '|')).Distinct());
        Assert.Single(lines.Select(line => line.Length).Distinct());
        Assert.DoesNotContain(lines, line => line.Contains("<b>", StringComparison.Ordinal));
    }

    [Fact]
    public void Partial_results_say_so() =>
        Assert.Contains("**Partial", MarkdownReport.Create(SampleResults.Create() with { Partial = true }), StringComparison.Ordinal);
}
