using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Crank;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Terminal;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Writes what was measured.</summary>
internal static class BenchOutput
{
    /// <summary>The name of a results' file that stands for standard output.</summary>
    public const string StandardOutput = "-";

    private const string FileName = "results.json";

    // The smallest results: a disk that is full takes files, as long as nothing is in them.
    private const int ProbeBytes = 64 * 1024;

    /// <summary>Fails before minutes of measuring where the results could not be written.</summary>
    /// <exception cref="IOException">The folder cannot be created or written.</exception>
    public static void RequireWritable(string folder)
    {
        Directory.CreateDirectory(folder);
        var probe = Path.Combine(folder, Path.GetRandomFileName());
        try
        {
            File.WriteAllBytes(probe, new byte[ProbeBytes]);
        }
        finally
        {
            File.Delete(probe);
        }
    }

    /// <summary>Writes the results' file, the report, and Markdown to the console unless it is to be quiet.</summary>
    /// <exception cref="IOException">They cannot be written where they should be; the message says where they are instead.</exception>
    public static async Task WriteAsync(BenchRequest request, BenchResults results, CommandStreams streams)
    {
        if (request.Crank) CrankOutput.Write(CrankMeasures.Of(results), streams.Output, DateTimeOffset.UtcNow);

        // Not cancelled by what ended the measurement: the partial results are what it leaves behind.
        if (request.JsonFile == StandardOutput)
        {
            await WriteToStandardOutputAsync(streams, results, ResultsJsonContext.Default.BenchResults).ConfigureAwait(false);
            return;
        }

        var failure = await TryWriteAsync(FileOf(request), PageIn(request.Folder), results).ConfigureAwait(false);
        var rescue = failure is null ? null : await TryRescueAsync(results).ConfigureAwait(false);
        if (!request.Quiet || (failure is not null && rescue is null))
        {
            streams.Output.WriteLine();
            streams.Output.Write(streams.IsOutputRedirected ? MarkdownReport.Create(results) : TerminalReport.Create(results));
        }

        if (failure is not null)
            throw new IOException($"{failure} {(rescue is null ? "Nor is there room for temporary files: what was measured stands above and nowhere else." : $"The results and the report are in {rescue} instead.")}");
        if (!request.Quiet) streams.Output.WriteLine($"Results: {FileOf(request)}, report: {PageIn(request.Folder)}");
    }

    /// <summary>Writes results to standard output, with the end of a line.</summary>
    public static async Task WriteToStandardOutputAsync<T>(CommandStreams streams, T results, JsonTypeInfo<T> type)
    {
        await using var output = streams.OpenOutput();
        await JsonSerializer.SerializeAsync(output, results, type, CancellationToken.None).ConfigureAwait(false);
        await output.WriteAsync("\n"u8.ToArray(), CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>Keeps the results for <c>genie history</c>. That it cannot is said, and fails nothing: they have been written.</summary>
    public static async Task KeepAsync(BenchRequest request, BenchResults results, TextWriter error)
    {
        if (request.HistoryFolder is not { } folder || results.Runs.Count == 0) return;
        try
        {
            await HistoryFolder.AddAsync(folder, results, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            await error.WriteLineAsync($"The results are not in the history: {failure.Message}").ConfigureAwait(false);
        }
    }

    /// <summary>Writes what there is by now, as whoever kills this program will find it.</summary>
    /// <returns>Why it could not be written, or null.</returns>
    public static async Task<string?> TryWritePartialAsync(BenchRequest request, BenchResults results) =>
        request.JsonFile == StandardOutput ? null : await TryWriteAsync(FileOf(request), null, results).ConfigureAwait(false);

    /// <summary>The folder of temporary files in which they are then, or null.</summary>
    private static async Task<string?> TryRescueAsync(BenchResults results)
    {
        try
        {
            var folder = Directory.CreateTempSubdirectory("genie-bench-").FullName;
            return await TryWriteAsync(Path.Combine(folder, FileName), PageIn(folder), results).ConfigureAwait(false) is null ? folder : null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static async Task<string?> TryWriteAsync(string file, string? page, BenchResults results)
    {
        try
        {
            await ResultsFile.WriteAsync(file, results, CancellationToken.None).ConfigureAwait(false);
            if (page is not null) await HtmlReport.WriteAsync(page, results, file, CancellationToken.None).ConfigureAwait(false);
            return null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return error.Message;
        }
    }

    private static string PageIn(string folder) => Path.Combine(folder, "report.html");

    private static string FileOf(BenchRequest request) => request.JsonFile ?? Path.Combine(request.Folder, FileName);
}
