using System.Text.Json;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>Reads and writes <c>results.json</c>.</summary>
public static class ResultsFile
{
    /// <summary>Writes the results; a reader never sees half a file, also where there is no room for a whole one.</summary>
    public static async Task WriteAsync(string path, BenchResults results, CancellationToken cancellationToken)
    {
        var unfinished = path + ".unfinished";
        try
        {
            await using (var stream = File.Create(unfinished))
            {
                await JsonSerializer.SerializeAsync(stream, results, ResultsJsonContext.Default.BenchResults, cancellationToken).ConfigureAwait(false);
            }

            File.Move(unfinished, path, overwrite: true);
        }
        catch (IOException)
        {
            if (File.Exists(unfinished)) File.Delete(unfinished);
            throw;
        }
    }

    /// <summary>Reads results that this or an earlier version wrote.</summary>
    /// <exception cref="ResultsFileException">There is no such file, or it holds no results.</exception>
    public static async Task<BenchResults> ReadAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            await using var stream = File.OpenRead(path);
            var results = await JsonSerializer.DeserializeAsync(stream, ResultsJsonContext.Default.BenchResults, cancellationToken).ConfigureAwait(false)
                ?? throw new ResultsFileException($"{path} holds no results: it is the JSON value null.");
            return results.Schema == BenchResults.CurrentSchema
                ? results
                : throw new ResultsFileException($"{path} has schema {results.Schema}; this version reads schema {BenchResults.CurrentSchema}. Use the version of genie that wrote it.");
        }
        catch (JsonException error)
        {
            throw new ResultsFileException($"{path} holds no results of 'genie bench': {error.Message}", error);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new ResultsFileException($"{path} cannot be read: {error.Message}", error);
        }
    }
}
