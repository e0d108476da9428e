using System.Diagnostics;
using Genie.Testing.Runner.Selection;

namespace Genie.Testing.Runner;

/// <summary>Runs test projects, some at once, and prints each as it ends.</summary>
/// <param name="options">What was asked for.</param>
/// <param name="summary">Where to.</param>
internal sealed class TestRun(RunOptions options, Summary summary)
{
    /// <summary>Runs them all, as often as asked.</summary>
    /// <returns>True if nothing failed.</returns>
    public async Task<bool> RunAsync(IReadOnlyList<TestSelection> selections, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(options.ResultsFolder);
        if (options.Coverage) Coverage.Clear(options.ResultsFolder);
        List<IReadOnlyCollection<ProjectResult>> rounds = [];
        for (var round = 1; round <= options.Repeat; round++)
        {
            if (options.Repeat > 1) summary.WriteRound(round, options.Repeat);
            rounds.Add(await RunOnceAsync(selections, cancellationToken).ConfigureAwait(false));
        }

        if (options.Repeat > 1) summary.WriteRepeated(rounds);
        return rounds.All(round => round.All(result => result.Failed == 0));
    }

    private async Task<List<ProjectResult>> RunOnceAsync(IReadOnlyList<TestSelection> selections, CancellationToken cancellationToken)
    {
        var settings = RunSettings.Write(options);
        var watch = Stopwatch.StartNew();
        List<ProjectResult> results = [];
        using var leftovers = new Leftovers(Leftovers.DefaultGrace);
        var limit = new ParallelOptions { MaxDegreeOfParallelism = options.Parallel, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(selections, limit, async (selection, token) =>
        {
            var result = await new ProjectRun(selection, options, settings, leftovers).RunAsync(token).ConfigureAwait(false);
            lock (results)
            {
                results.Add(result);
                summary.Write(result);
            }
        }).ConfigureAwait(false);
        if (options.Coverage) summary.Write(Coverage.Read(options.ResultsFolder));
        Durations.Write(options.ResultsFolder, results);
        summary.WriteEnd(results, watch.Elapsed);
        return results;
    }
}
