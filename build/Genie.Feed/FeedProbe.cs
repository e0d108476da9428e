namespace Genie.Feed;

/// <summary>Finds the candidates, restores them together, and writes down which ones could not be had.</summary>
internal static class FeedProbe
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <summary>Asks the feed.</summary>
    /// <returns>What is missing.</returns>
    /// <exception cref="FeedException">The feed cannot be reached, or a candidate has no central version: nothing was written.</exception>
    public static async Task<IReadOnlyList<Candidate>> RunAsync(string repositoryRoot)
    {
        var folder = Path.Combine(repositoryRoot, ".feed");
        var candidates = CandidateFinder.Find(repositoryRoot);
        var probe = new ProbeFolder(Path.Combine(folder, "probe"));
        probe.Write(candidates);
        var output = await Restore.RunAsync(probe.Solution, Patience).ConfigureAwait(false);
        List<Candidate> missing = [];
        foreach (var candidate in candidates)
        {
            var outcome = RestoreOutcome.Read(probe.AssetsFile(candidate));
            if (outcome.Obstacle is { } obstacle) throw new FeedException(Explain(candidate, obstacle.Code, obstacle.Message, output));
            if (!outcome.IsAvailable) missing.Add(candidate);
        }

        FeedProps.Write(Path.Combine(folder, "feed.props"), missing);
        return missing;
    }

    private static string Explain(Candidate candidate, string code, string message, string output) => code switch
    {
        "NU1010" => $"{candidate.Name} is named as a client package but has no version in Directory.Packages.props.",
        "NU1300" or "NU1301" or "NU1302" or "NU1303" => $"The package feed cannot be reached ({code}): {message} {Restore.Advice}",
        "" => $"Asking the package feed for {candidate.Key} failed: {message}.\n{output.Trim()}",
        _ => $"Asking the package feed for {candidate.Key} failed ({code}): {message}",
    };
}
