using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>The files that a report is written to.</summary>
/// <param name="ResultsFile">What the results were read from.</param>
/// <param name="Html">The page.</param>
/// <param name="Markdown">The tables, or null.</param>
/// <param name="Csv">The rows, or null.</param>
/// <param name="JUnit">The rows as test cases, or null.</param>
/// <param name="Hdr">Their latencies, or null.</param>
/// <param name="HasSummary">True to add the tables to the summary of a GitHub workflow's step.</param>
internal sealed record ReportExports(string ResultsFile, string Html, string? Markdown, string? Csv, string? JUnit, string? Hdr, bool HasSummary)
{
    /// <summary>The variable that names the summary's file. Source: GitHub Actions, "Workflow commands", "Adding a job summary".</summary>
    public const string SummaryVariable = "GITHUB_STEP_SUMMARY";

    /// <summary>The collector that is sent the figures; null for none.</summary>
    public OtlpTarget? Otlp { get; init; }

    /// <summary>Writes them.</summary>
    /// <param name="results">What they are about.</param>
    /// <param name="text">The tables as Markdown.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="IOException">A file cannot be written, or the collector did not take the figures.</exception>
    /// <exception cref="ResultsFileException">The results hold latencies that cannot be read.</exception>
    public async Task WriteAsync(BenchResults results, string text, CancellationToken cancellationToken)
    {
        await HtmlReport.WriteAsync(Html, results, ResultsFile, cancellationToken).ConfigureAwait(false);
        if (Markdown is not null) await OutputFile.WriteAsync(Markdown, text, cancellationToken).ConfigureAwait(false);
        if (Csv is not null) await OutputFile.WriteAsync(Csv, RowCsv.Create(results), cancellationToken).ConfigureAwait(false);
        if (JUnit is not null) await OutputFile.WriteAsync(JUnit, RowJUnit.Create(results), cancellationToken).ConfigureAwait(false);
        if (Hdr is not null) await WriteHdrAsync(Hdr, results).ConfigureAwait(false);
        if (Otlp is not null) OtlpMetrics.Send(results, Otlp.Endpoint);
        if (!HasSummary) return;
        var summary = Environment.GetEnvironmentVariable(SummaryVariable) is { Length: > 0 } named ? named
            : throw new IOException($"{SummaryVariable} names no file: --summary is for the steps of a GitHub workflow.");
        await File.AppendAllTextAsync(summary, text, cancellationToken).ConfigureAwait(false);
    }

    private static async Task WriteHdrAsync(string file, BenchResults results)
    {
        try
        {
            await OutputFile.WriteAsync(file, stream =>
            {
                HdrLog.Write(stream, results);
                return Task.CompletedTask;
            }).ConfigureAwait(false);
        }
        catch (FormatException error)
        {
            throw new ResultsFileException($"The results hold latencies that cannot be read: {error.Message}", error);
        }
    }
}
