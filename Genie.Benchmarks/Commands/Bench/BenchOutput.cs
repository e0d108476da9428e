using System.Text.Json;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Crank;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Writes what was measured.</summary>
internal static class BenchOutput
{
    private const string StandardOutput = "-";

    /// <summary>Fails before minutes of measuring where the results could not be written.</summary>
    /// <exception cref="IOException">The folder cannot be created or written.</exception>
    public static void RequireWritable(BenchRequest request)
    {
        Directory.CreateDirectory(request.Folder);
        var probe = Path.Combine(request.Folder, Path.GetRandomFileName());
        File.WriteAllText(probe, "");
        File.Delete(probe);
    }

    /// <summary>Writes the results' file, the report, and Markdown to the console unless it is to be quiet.</summary>
    public static async Task WriteAsync(BenchRequest request, BenchResults results)
    {
        if (request.Crank) CrankOutput.Write(CrankMeasures.Of(results), Console.Out, DateTimeOffset.UtcNow);

        // Not cancelled by what ended the measurement: the partial results are what it leaves behind.
        if (request.JsonFile == StandardOutput)
        {
            await using var output = Console.OpenStandardOutput();
            await JsonSerializer.SerializeAsync(output, results, ResultsJsonContext.Default.BenchResults, CancellationToken.None).ConfigureAwait(false);
            await output.WriteAsync("\n"u8.ToArray(), CancellationToken.None).ConfigureAwait(false);
            return;
        }

        var file = FileOf(request);
        var page = Path.Combine(request.Folder, "report.html");
        await ResultsFile.WriteAsync(file, results, CancellationToken.None).ConfigureAwait(false);
        await HtmlReport.WriteAsync(page, results, CancellationToken.None).ConfigureAwait(false);
        if (request.Quiet) return;
        Console.WriteLine();
        Console.Write(MarkdownReport.Create(results));
        Console.WriteLine($"Results: {file}, report: {page}");
    }

    /// <summary>Writes what there is by now, as whoever kills this program will find it.</summary>
    public static Task WritePartialAsync(BenchRequest request, BenchResults results) =>
        request.JsonFile == StandardOutput ? Task.CompletedTask : ResultsFile.WriteAsync(FileOf(request), results, CancellationToken.None);

    private static string FileOf(BenchRequest request) => request.JsonFile ?? Path.Combine(request.Folder, "results.json");
}
