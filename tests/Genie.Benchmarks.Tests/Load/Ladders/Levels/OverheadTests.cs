using System.Text.Json;
using Genie.Benchmarks.Load.Ladders.Levels;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Terminal;
using Genie.Benchmarks.Tests.Reporting;
using NJsonSchema;

namespace Genie.Benchmarks.Tests.Load.Ladders.Levels;

public sealed class OverheadTests
{
    [Fact]
    public void A_level_adds_its_median_less_that_of_the_level_it_stands_on()
    {
        var builder = new OverheadBuilder();
        Add(builder, "tcp", LevelKind.Socket, 20, 30, 22);
        Add(builder, "tcp", LevelKind.Transport, 40, 50, 45);
        Add(builder, "tcp", LevelKind.Call, 44, 41, 80);
        Add(builder, "tcp", LevelKind.Pipeline, 140, 100, 120);
        var levels = Assert.Single(builder.Build([LevelTransport.Get("tcp")]).Transports).Levels;
        Assert.Equal(["raw socket", "transport", "IBroker", "RPC", "full pipeline"], levels.Select(level => level.Name));
        Assert.Equal([null, "raw socket", null, "transport", "RPC"], levels.Select(level => level.On));
        Assert.Equal([22, 23, null, -1, 76], levels.Select(level => level.Cost?.AddedMicroseconds));
        Assert.Equal([22, 45, null, 44, 120], levels.Select(level => level.Cost?.P50Microseconds));
        Assert.Equal(3, levels[0].Cost!.Repetitions);
        Assert.NotNull(levels[2].NoSuchLevel);
    }

    [Fact]
    public void A_step_of_a_millisecond_is_told_and_one_that_failed_leaves_the_verdict_open()
    {
        var (builder, transport) = (new OverheadBuilder(), LevelTransport.Get("udp"));
        var empty = builder.Build([transport]);
        Assert.Equal("No step was measured.", OverheadText.Verdict(empty));
        Assert.Null(empty.EveryStepIsBelowLimit);
        foreach (var (kind, p50) in (ReadOnlySpan<(LevelKind, double)>)[(LevelKind.Socket, 20), (LevelKind.Transport, 25), (LevelKind.Broker, 40), (LevelKind.Call, 924.9)]) Add(builder, "udp", kind, p50);
        builder.Fail(transport, LevelKind.Pipeline, "no map");
        var open = builder.Build([transport]);
        Assert.Equal("Every step that was measured is under 1 ms, by medians; the largest: RPC of udp, 900 us.", OverheadText.Verdict(open));
        Assert.Null(open.EveryStepIsBelowLimit);
        Assert.Equal(["udp, full pipeline, could not be measured: no map"], OverheadText.Missing(open));
        Add(builder, "udp", LevelKind.Pipeline, 1_040);
        var slow = builder.Build([transport]);
        Assert.Equal("Not every step is under 1 ms, by medians: full pipeline of udp, 1,000 us.", OverheadText.Verdict(slow));
        Assert.False(slow.EveryStepIsBelowLimit);
    }

    [Fact]
    public async Task It_fits_80_columns_and_the_schema_and_is_in_every_report()
    {
        var builder = new OverheadBuilder();
        foreach (var (transport, kind) in LevelTransport.All.SelectMany(transport => transport.Levels.Select(level => (transport, level.Kind))))
        {
            if (transport[kind].Way is not null) builder.Add(transport, kind, new LevelTimes(1_000, 1_234.5, 1_234.5, 12_345.6, 1_234.5));
        }

        var results = SampleResults.Create() with { Overhead = builder.Build(LevelTransport.All) };
        var lines = TerminalReport.Create(results).Split(Environment.NewLine);
        var from = Array.IndexOf(lines, OverheadText.Title);
        var to = Array.FindIndex(lines, line => line.StartsWith("Not every step is under 1 ms", StringComparison.Ordinal));
        Assert.True(0 <= from && from < to);
        Assert.All(lines[from..(to + 1)], line => Assert.InRange(line.Length, 0, WrappedText.Columns));
        Assert.Equal(2, lines.Count(line => line.Contains("| no such level |", StringComparison.Ordinal)));
        Assert.Contains("orleans has no level transport", HtmlReport.Create(results), StringComparison.Ordinal);
        Assert.Contains(OverheadText.Title, MarkdownReport.Create(results), StringComparison.Ordinal);
        var json = JsonSerializer.Serialize(results, ResultsJsonContext.Default.BenchResults);
        Assert.Empty((await JsonSchema.FromJsonAsync(ResultsSchema.Create())).Validate(json));
        var read = JsonSerializer.Deserialize(json, ResultsJsonContext.Default.BenchResults)!;
        Assert.Equal(OverheadText.CreateMarkdown(results.Overhead), OverheadText.CreateMarkdown(read.Overhead!));
        Assert.Contains("\"every_step_is_below_limit\": false", json, StringComparison.Ordinal);
    }

    private static void Add(OverheadBuilder builder, string transport, LevelKind kind, params double[] medians)
    {
        foreach (var p50 in medians) builder.Add(LevelTransport.Get(transport), kind, new LevelTimes(1_000, p50 * 1.1, p50, p50 * 3, 9));
    }
}
