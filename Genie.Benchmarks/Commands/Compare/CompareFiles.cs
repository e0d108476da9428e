using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary>Compares two files of results.</summary>
internal static class CompareFiles
{
    /// <summary>Reads and compares.</summary>
    /// <exception cref="BadArgumentException">A file cannot be read, or the two have nothing in common.</exception>
    public static async Task<SideBySideResults> CompareAsync(string a, string b, SideBySideOptions options, CancellationToken cancellationToken)
    {
        var (before, after) = (await ReadAsync(a, cancellationToken).ConfigureAwait(false), await ReadAsync(b, cancellationToken).ConfigureAwait(false));
        return Compare((a, before), (b, after), options);
    }

    /// <summary>Compares results.</summary>
    /// <exception cref="BadArgumentException">The two have nothing in common.</exception>
    public static SideBySideResults Compare((string Name, BenchResults Results) a, (string Name, BenchResults Results) b, SideBySideOptions options)
    {
        SideBySideResults results;
        try
        {
            results = SideBySideResults.Of(a, b, options);
        }
        catch (FormatException error)
        {
            throw new BadArgumentException($"{a.Name} or {b.Name} holds a latency histogram that cannot be read: {error.Message}", error);
        }

        if (results.Pairs.Count > 0) return results;
        throw new BadArgumentException($"{a.Name} and {b.Name} have nothing to compare: no load of one is measured in the other too. {string.Join(". ", SideBySideText.Notes(results))}");
    }

    /// <summary>Reads results.</summary>
    /// <exception cref="BadArgumentException">The file cannot be read.</exception>
    public static async Task<BenchResults> ReadAsync(string file, CancellationToken cancellationToken)
    {
        try
        {
            return await ResultsFile.ReadAsync(file, cancellationToken).ConfigureAwait(false);
        }
        catch (ResultsFileException error)
        {
            throw new BadArgumentException(error.Message, error);
        }
    }
}
