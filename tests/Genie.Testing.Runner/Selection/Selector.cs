namespace Genie.Testing.Runner.Selection;

/// <summary>Chooses what of the test projects runs.</summary>
/// <param name="options">What was asked for.</param>
internal sealed class Selector(RunOptions options)
{
    /// <summary>The projects that were asked for by name, of those the ones that what changed is part of, and of each the tests of the tier.</summary>
    /// <param name="leftOut">Gets the nightly classes whose turn it is not.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="FormatException">No project has such a name, or what changed is not known.</exception>
    public async Task<IReadOnlyList<TestSelection>> SelectAsync(ICollection<NightlyClass> leftOut, CancellationToken cancellationToken)
    {
        var projects = TestProject.Find(options.RepositoryRoot, options.Names);
        if (projects.Count == 0) throw new FormatException($"no test project is called {string.Join(" or ", options.Names)}");
        if (options.ChangedSince is { } revision)
        {
            var changed = await ChangedFiles.SinceAsync(options.RepositoryRoot, revision, cancellationToken).ConfigureAwait(false);
            var graph = new ProjectGraph(options.RepositoryRoot);
            projects = [.. projects.Where(project => graph.IsAbove(project.ProjectFile, changed))];
        }

        if (options.Tier != TestTier.Nightly) return [.. projects.Select(project => TestSelection.Of(project, options.Tier, options.Filter))];
        var nightly = projects.SelectMany(NightlyClass.Read).ToArray();
        var chosen = options.MaxNightlyTime is { } time ? new NightlyRotation(nightly, time).Choose(options.Turn) : nightly;
        foreach (var each in nightly.Except(chosen)) leftOut.Add(each);
        return
        [
            .. from project in projects
               let classes = chosen.Where(each => each.Project == project.Name).ToArray()
               where classes.Length > 0
               select TestSelection.Of(project, classes, options.Filter),
        ];
    }
}
