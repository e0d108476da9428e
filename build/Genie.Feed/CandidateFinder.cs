using System.Xml.Linq;

namespace Genie.Feed;

/// <summary>Collects the packages to ask for from the project files and from build/FeedCandidates.props.</summary>
internal static class CandidateFinder
{
    private static readonly string[] SkippedFolders = ["bin", "obj", ".git", ".feed", ".genie"];

    /// <summary>Every candidate once, in the order of their names.</summary>
    public static IReadOnlyList<Candidate> Find(string repositoryRoot)
    {
        var fromProjects = ProjectFiles(repositoryRoot).Select(file => XDocument.Load(file)).SelectMany(project => project.Descendants("ClientPackage")
            .SelectMany(item => new[] { item.Attribute("Include")?.Value, item.Attribute("Substitute")?.Value })
            .OfType<string>().Select(key => Candidate.Parse(key) with { Companions = CompanionsOf(key, project) }));
        var central = XDocument.Load(Path.Combine(repositoryRoot, "build", "FeedCandidates.props")).Descendants("FeedCandidate")
            .Select(item => item.Attribute("Include")?.Value).OfType<string>().Select(Candidate.Parse);
        return [.. fromProjects.Concat(central)
            .GroupBy(candidate => candidate.Key, StringComparer.OrdinalIgnoreCase)
            .Select(same => same.First() with { Companions = string.Join(';', same.SelectMany(candidate => candidate.Companions.Split(';', StringSplitOptions.RemoveEmptyEntries)).Distinct()) })
            .OrderBy(candidate => candidate.Key, StringComparer.Ordinal)];
    }

    /// <summary>What a project references only where the package is there: pins of what it depends on, without which the restore would warn.</summary>
    private static string CompanionsOf(string key, XDocument project) => string.Join(';', project.Descendants("PackageReference")
        .Where(reference => reference.Parent?.Attribute("Condition")?.Value.Contains($"!$(MissingPackages.Contains(';{key};'))", StringComparison.OrdinalIgnoreCase) == true)
        .Select(reference => reference.Attribute("Include")?.Value).OfType<string>());

    private static IEnumerable<string> ProjectFiles(string folder) =>
        Directory.EnumerateFiles(folder, "*.csproj").Concat(
            Directory.EnumerateDirectories(folder).Where(child => !SkippedFolders.Contains(Path.GetFileName(child))).SelectMany(ProjectFiles));
}
