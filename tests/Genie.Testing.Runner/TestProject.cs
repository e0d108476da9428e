namespace Genie.Testing.Runner;

/// <summary>A test project that was built.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Folder">Full path of its folder.</param>
internal sealed record TestProject(string Name, string Folder)
{
    /// <summary>Full path of its assembly.</summary>
    public string Assembly => Path.Combine(Folder, "bin", "Release", "net10.0", Name + ".dll");

    /// <summary>Full path of its project file.</summary>
    public string ProjectFile => Path.Combine(Folder, Name + ".csproj");

    /// <summary>
    /// The one that takes longest first, beside which the others run, so that it is not left to run alone at the end; then those that start servers,
    /// and those of libraries, which are short.
    /// </summary>
    private int Rank => Name switch
    {
        "Genie.Benchmarks.Tests" => 0,
        _ => Name.StartsWith("Genie.Brokers.", StringComparison.Ordinal) ? 1 : 2,
    };

    /// <summary>The test projects under <c>tests/</c> whose name contains one of <paramref name="names"/>, or all; not those without any source yet.</summary>
    public static IReadOnlyList<TestProject> Find(string repositoryRoot, IReadOnlyList<string> names) =>
        [.. Directory.EnumerateDirectories(Path.Combine(repositoryRoot, "tests"), "*.Tests")
            .Select(folder => new TestProject(Path.GetFileName(folder), folder))
            .Where(project => File.Exists(project.ProjectFile) && HasSource(project.Folder))
            .Where(project => names.Count == 0 || names.Any(name => project.Name.Contains(name, StringComparison.OrdinalIgnoreCase)))
            .OrderBy(project => project.Rank).ThenBy(project => project.Name, StringComparer.Ordinal)];

    private static bool HasSource(string folder) =>
        Directory.EnumerateFiles(folder, "*.cs").Any()
        || Directory.EnumerateDirectories(folder).Any(child => Path.GetFileName(child) is not ("bin" or "obj") && HasSource(child));
}
