namespace Genie.Testing.Runner;

/// <summary>Runs test projects, some at once, and prints each as it ends.</summary>
internal static class TestRun
{
    /// <summary>Runs them all.</summary>
    /// <returns>True if nothing failed.</returns>
    public static async Task<bool> RunAsync(IReadOnlyList<TestProject> projects, RunOptions options, Summary summary, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(options.ResultsFolder);
        if (options.Coverage) Coverage.Clear(options.ResultsFolder);
        var settings = RunSettings.Write(options);
        List<ProjectResult> results = [];
        var limit = new ParallelOptions { MaxDegreeOfParallelism = options.Parallel, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(projects, limit, async (project, token) =>
        {
            var result = await new ProjectRun(project, options, settings).RunAsync(token).ConfigureAwait(false);
            lock (results)
            {
                results.Add(result);
                summary.Write(result);
            }
        }).ConfigureAwait(false);
        if (options.Coverage) summary.Write(Coverage.Read(options.ResultsFolder));
        summary.WriteEnd(results);
        return results.All(result => result.Failed == 0);
    }
}
