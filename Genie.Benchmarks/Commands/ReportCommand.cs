using System.CommandLine;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Export;
using Genie.Brokers.Drivers;
using Genie.Geocoding.DuckDb;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie report FILE</c>: makes HTML and Markdown of results.</summary>
internal static class ReportCommand
{
    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var file = new Argument<string>("FILE") { Description = "Results of 'genie bench'", DefaultValueFactory = _ => "results.json" };
        var html = new Option<string?>("--html") { Description = "Where the page goes; default: report.html beside FILE" };
        var markdown = new Option<string?>("--markdown") { Description = "Writes the Markdown to a file too" };
        var csv = new Option<string?>("--csv") { Description = "Writes the rows as CSV too", HelpName = "FILE" };
        var junit = new Option<string?>("--junit") { Description = "Writes them as JUnit's XML too: a case for each row, which fails where the row is not valid", HelpName = "FILE" };
        var hdr = new Option<string?>("--hdr") { Description = "Writes their latencies as a log of HdrHistogram too, in nanoseconds", HelpName = "FILE" };
        var summary = new Option<bool>("--summary") { Description = $"Adds the Markdown to the summary of a GitHub workflow's step ({ReportExports.SummaryVariable})" };
        var otlp = new SecretOption<string?>("--otlp", SecretText.OfUrl) { Description = "Sends the figures as metrics to an OpenTelemetry collector too; without URL to the one that OTEL_EXPORTER_OTLP_ENDPOINT names [default: http://localhost:4317]", HelpName = "URL", Arity = ArgumentArity.ZeroOrOne };
        var schema = new Option<bool>("--schema") { Description = "Prints the JSON Schema of such files instead" };
        var sql = new Option<string?>("--sql") { Description = "Asks the results instead, in DuckDB's SQL: the view 'runs' has a row for each run; FILE may be a pattern of several, as 'results/*.json'", HelpName = "QUERY" };
        var quiet = new Option<bool>("--quiet") { Description = "Prints no Markdown" };
        var command = new Command("report") { file, html, markdown, csv, junit, hdr, otlp, summary, quiet, sql, schema };
        command.SetAction((parsed, cancellationToken) =>
        {
            var path = parsed.GetValue(file)!;
            if (parsed.GetValue(schema)) return PrintSchemaAsync(parsed.InvocationConfiguration.Output, cancellationToken);
            if (parsed.GetValue(sql) is { } query) return QueryAsync(path, query, parsed.InvocationConfiguration.Output, cancellationToken);
            var page = parsed.GetValue(html) ?? Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, "report.html");
            var exports = new ReportExports(path, page, parsed.GetValue(markdown), parsed.GetValue(csv), parsed.GetValue(junit), parsed.GetValue(hdr), parsed.GetValue(summary));
            if (parsed.GetResult(otlp) is { Implicit: false }) exports = exports with { Otlp = new OtlpTarget(ParseUrl(parsed.GetValue(otlp))) };
            return RunAsync(path, exports, parsed.GetValue(quiet), parsed.InvocationConfiguration, cancellationToken);
        });
        return command;
    }

    private static Uri? ParseUrl(string? text) => text is null ? null
        : Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" ? url : throw new BadArgumentException($"--otlp: the value is no URL of a collector, as in http://localhost:4317. {MaskedText.UrlHint}");

    private static async Task<int> PrintSchemaAsync(TextWriter output, CancellationToken cancellationToken)
    {
        await output.WriteAsync(ResultsSchema.Create().AsMemory(), cancellationToken).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private static async Task<int> QueryAsync(string files, string sql, TextWriter output, CancellationToken cancellationToken)
    {
        var answer = DuckDbSupport.QueryResults(files, sql, cancellationToken);
        await output.WriteAsync(MarkdownTable.Create(answer.Columns, answer.Rows).AsMemory(), cancellationToken).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private static async Task<int> RunAsync(string file, ReportExports exports, bool quiet, InvocationConfiguration console, CancellationToken cancellationToken)
    {
        try
        {
            var results = await ResultsFile.ReadAsync(file, cancellationToken).ConfigureAwait(false);
            var text = MarkdownReport.Create(results);
            await exports.WriteAsync(results, text, cancellationToken).ConfigureAwait(false);
            if (!quiet) await console.Output.WriteAsync(text.AsMemory(), cancellationToken).ConfigureAwait(false);
            await console.Error.WriteLineAsync($"Report: {exports.Html}".AsMemory(), cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        }
        catch (ResultsFileException error)
        {
            throw new BadArgumentException(error.Message, error);
        }
    }
}
