namespace Genie.Testing.Runner;

/// <summary>A test project that was built.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Assembly">Full path of its assembly.</param>
internal sealed record TestProject(string Name, string Assembly)
{
    /// <summary>Those of libraries first, then those that start servers, and crash trials last: where time runs out, the many quick tests are done.</summary>
    private int Rank => Name switch
    {
        "Genie.Crashes.Tests" => 2,
        "Genie.Brokers.Tests" => 0,
        _ => Name.StartsWith("Genie.Brokers.", StringComparison.Ordinal) ? 1 : 0,
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
