using System.IO.Compression;
using System.Text.Json;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>Reads and writes <c>results.json</c>.</summary>
public static class ResultsFile
{
    private const string Compressed = ".gz";

    /// <summary>Writes the results, compressed where the name ends in <c>.gz</c>, as <see cref="OutputFile"/> does.</summary>
    public static Task WriteAsync(string path, BenchResults results, CancellationToken cancellationToken) => OutputFile.WriteAsync(path, async file =>
    {
        await using var stream = IsCompressed(path) ? new GZipStream(file, CompressionLevel.Optimal, leaveOpen: true) : file;
        await JsonSerializer.SerializeAsync(stream, results, ResultsJsonContext.Default.BenchResults, cancellationToken).ConfigureAwait(false);
    });

    /// <summary>Reads results that this or an earlier version wrote.</summary>
    /// <exception cref="ResultsFileException">There is no such file, or it holds no results.</exception>
    public static async Task<BenchResults> ReadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            await using var file = File.OpenRead(path);
            await using var stream = IsCompressed(path) ? new GZipStream(file, CompressionMode.Decompress) : (Stream)file;
            var results = await JsonSerializer.DeserializeAsync(stream, ResultsJsonContext.Default.BenchResults, cancellationToken).ConfigureAwait(false)
                ?? throw new ResultsFileException($"{path} holds no results: it is the JSON value null.");
            // Earlier versions wrote options' values as they were given, passwords too: what is made of the file goes on without them.
            return results.Schema == BenchResults.CurrentSchema
                ? results with { CommandLine = ShownCommandLine.OfText(results.CommandLine) }
                : throw new ResultsFileException($"{path} has schema {results.Schema}; this version reads schema {BenchResults.CurrentSchema}. Use the version of genie that wrote it.");
        }
        catch (JsonException error)
        {
            throw new ResultsFileException($"{path} holds no results of 'genie bench': {error.Message}", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new ResultsFileException($"{path} cannot be read: {error.Message}", error);
        }
    }

    private static bool IsCompressed(string path) => path.EndsWith(Compressed, StringComparison.OrdinalIgnoreCase);
}
