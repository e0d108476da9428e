namespace Genie.Testing.Runner;

/// <summary>A test project that was built.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Assembly">Full path of its assembly.</param>
internal sealed record TestProject(string Name, string Assembly)
{
    /// <summary>
    /// The two that take longest first, beside which the others run, so that neither is left to run alone at the end; then those of libraries, whose mistakes the others would meet too,
    /// crash trials, and the many that start servers.
    /// </summary>
    private int Rank => Name switch
    {
        "Genie.Benchmarks.Tests" or "Genie.Fuzzing.Tests" => 0,
        "Genie.Crashes.Tests" => 2,
        "Genie.Brokers.Tests" => 1,
        _ => Name.StartsWith("Genie.Brokers.", StringComparison.Ordinal) ? 3 : 1,
    };

    /// <summary>The test projects under <c>tests/</c> whose name contains one of <paramref name="names"/>, or all; not those without any source yet.</summary>
    public static IReadOnlyList<TestProject> Find(string repositoryRoot, IReadOnlyList<string> names) =>
        [.. Directory.EnumerateDirectories(Path.Combine(repositoryRoot, "tests"), "*.Tests")
            .Where(folder => File.Exists(Path.Combine(folder, Path.GetFileName(folder) + ".csproj")) && HasSource(folder))
            .Select(folder => new TestProject(Path.GetFileName(folder), Path.Combine(folder, "bin", "Release", "net10.0", Path.GetFileName(folder) + ".dll")))
            .Where(project => names.Count == 0 || names.Any(name => project.Name.Contains(name, StringComparison.OrdinalIgnoreCase)))
            .OrderBy(project => project.Rank).ThenBy(project => project.Name, StringComparer.Ordinal)];

    private static bool HasSource(string folder) =>
        Directory.EnumerateFiles(folder, "*.cs").Any()
        || Directory.EnumerateDirectories(folder).Any(child => Path.GetFileName(child) is not ("bin" or "obj") && HasSource(child));
}
