using System.Globalization;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.History;

/// <summary>
/// A folder with the results of each measurement in a file of its own, so that several programs may add at a time and folders of several machines can be
/// put together by copying.
/// </summary>
internal static class HistoryFolder
{
    /// <summary>Where it is, below the folder of the results.</summary>
    public static string Default { get; } = Path.Combine(".genie", "history");

    /// <summary>What its files are called.</summary>
    public const string Pattern = "*.json.gz";

    private const int CommitDigits = 12;

    /// <summary>Adds results.</summary>
    /// <returns>The file.</returns>
    public static async Task<string> AddAsync(string folder, BenchResults results, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        var commit = results.Source is { Commit.Length: > 0 } source ? source.Commit[..Math.Min(CommitDigits, source.Commit.Length)] : "none";
        var random = Path.GetFileNameWithoutExtension(Path.GetRandomFileName());
        var file = Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{results.Started.UtcDateTime:yyyyMMdd'T'HHmmss'Z'}-{commit}-{random}.json.gz"));
        await ResultsFile.WriteAsync(file, results, cancellationToken).ConfigureAwait(false);
        return file;
    }

    /// <summary>All that is there, the oldest first, and what could not be read and why.</summary>
    public static async Task<(IReadOnlyList<BenchResults> Results, IReadOnlyList<string> Unreadable)> ReadAsync(string folder, CancellationToken cancellationToken)
    {
        List<BenchResults> results = [];
        List<string> unreadable = [];
        foreach (var file in Directory.Exists(folder) ? Directory.GetFiles(folder, Pattern) : [])
        {
            try
            {
                results.Add(await ResultsFile.ReadAsync(file, cancellationToken).ConfigureAwait(false));
            }
            catch (ResultsFileException error)
            {
                unreadable.Add(error.Message);
            }
        }

        return ([.. results.OrderBy(each => each.Started)], unreadable);
    }
}
