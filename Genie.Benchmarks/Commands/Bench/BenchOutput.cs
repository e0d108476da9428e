using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>Writes what was measured.</summary>
internal static class BenchOutput
{
    /// <summary>Writes the results' file, the report, and Markdown to the console unless it is to be quiet.</summary>
    public static async Task WriteAsync(BenchRequest request, BenchResults results)
    {
        // Not cancelled by what ended the measurement: the partial results are what it leaves behind.
        Directory.CreateDirectory(request.Folder);
        var file = request.JsonFile ?? Path.Combine(request.Folder, "results.json");
        await ResultsFile.WriteAsync(file, results, CancellationToken.None).ConfigureAwait(false);
    }
}
