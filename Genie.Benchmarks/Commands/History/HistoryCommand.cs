using System.CommandLine;
using Genie.Benchmarks.Commands.Compare;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.SideBySide;
using Genie.Geocoding.DuckDb;

namespace Genie.Benchmarks.Commands.History;

/// <summary><c>genie history</c>: how figures went from measurement to measurement, and where they changed.</summary>
internal sealed class HistoryCommand
{
    private readonly Option<string> _folder = HistoryFolderOption.Create();
    private readonly ParsedOption<IReadOnlyList<Measure>> _measures = CompareOptions.CreateMeasures("throughput,p99");
    private readonly ParsedOption<double> _confidence = CompareOptions.CreateConfidence();
    private readonly ParsedOption<double> _smallest = Options.Of("--min-change", "Smaller changes are left out", "3%", ParseChange);
    private readonly ParsedOption<long> _last = Options.OfCount("--last", "How many measurements of each series are looked at, the newest", "100", min: 1, max: 1000);
    private readonly Option<string?> _only = new("--only") { Description = "Only series whose name or load has this text in it: nats, 32 connections", HelpName = "TEXT" };
    private readonly Option<string?> _html = new("--html") { Description = "Draws the trends as a page too", HelpName = "FILE" };
    private readonly Option<string?> _csv = new("--csv") { Description = "Writes them as CSV too: a line for each measurement of each measure", HelpName = "FILE" };
    private readonly Option<string?> _sql = new("--sql") { Description = "Asks the history instead, in DuckDB's SQL: the view 'runs' has a row for each run, as in 'genie report --sql'", HelpName = "QUERY" };

    private HistoryCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var history = new HistoryCommand();
        var command = new Command("history")
        {
            history._folder, history._measures, history._confidence, history._smallest, history._last, history._only, history._html, history._csv, history._sql, HistoryAddCommand.Create(),
        };
        command.SetAction(history.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var (folder, output) = (parsed.GetValue(_folder)!, parsed.InvocationConfiguration.Output);
        if (!Directory.Exists(folder) || Directory.GetFiles(folder, HistoryFolder.Pattern).Length == 0)
            throw new BadArgumentException($"There is no history in {folder} yet: 'genie bench' keeps its results there, 'genie history add FILE' adds older ones.");
        if (parsed.GetValue(_sql) is { } query)
        {
            var answer = DuckDbSupport.QueryResults(Path.Combine(folder, HistoryFolder.Pattern), query, cancellationToken);
            await output.WriteAsync(MarkdownTable.Create(answer.Columns, answer.Rows).AsMemory(), cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        }

        var (results, unreadable) = await HistoryFolder.ReadAsync(folder, cancellationToken).ConfigureAwait(false);
        foreach (var message in unreadable) await parsed.InvocationConfiguration.Error.WriteLineAsync($"Left out: {message}".AsMemory(), cancellationToken).ConfigureAwait(false);
        var options = new HistoryOptions { Measures = _measures.Read(parsed)!, Confidence = _confidence.Read(parsed), ChangeMin = _smallest.Read(parsed), RunsMax = (int)_last.Read(parsed) };
        var series = HistorySeries.Of(results).Where(each => IsAsked(each, parsed.GetValue(_only))).ToList();
        if (series.Count == 0) throw new BadArgumentException($"The history has no valid row{(parsed.GetValue(_only) is { } only ? $" of '{only}'" : "")}.");
        var trends = HistoryTrend.Of(series, options);
        await WriteAsync(parsed, trends, cancellationToken).ConfigureAwait(false);
        await output.WriteAsync(HistoryText.Create(trends).AsMemory(), cancellationToken).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private async Task WriteAsync(ParseResult parsed, IReadOnlyList<HistoryTrend> trends, CancellationToken cancellationToken)
    {
        if (parsed.GetValue(_csv) is { } csv) await OutputFile.WriteAsync(csv, HistoryTable.Create(trends), cancellationToken).ConfigureAwait(false);
        if (parsed.GetValue(_html) is { } html) await HtmlPage.WriteAsync(html, HistoryPage.Create(trends, _confidence.Read(parsed)), cancellationToken).ConfigureAwait(false);
    }

    private static double ParseChange(string text) => NetworkOption.ParseShare(text) is < 1 and var share ? share : throw new FormatException($"'{text}' is no share from 0% to below 100%.");

    private static bool IsAsked(HistorySeries series, string? only) =>
        only is null || $"{series.Key.Name}, {series.Key.Load.Details}".Contains(only, StringComparison.OrdinalIgnoreCase);
}
