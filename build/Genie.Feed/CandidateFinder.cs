using System.Xml.Linq;

namespace Genie.Feed;

/// <summary>Collects the packages to ask for from the project files and from build/FeedCandidates.props.</summary>
internal static class CandidateFinder
{
    private static readonly string[] SkippedFolders = ["bin", "obj", ".git", ".feed", ".genie"];

    /// <summary>Every candidate once, in the order of their names.</summary>
    public static IReadOnlyList<Candidate> Find(string repositoryRoot)
    {
        var fromProjects = ProjectFiles(repositoryRoot).SelectMany(file => XDocument.Load(file).Descendants("ClientPackage"))
            .SelectMany(item => new[] { item.Attribute("Include")?.Value, item.Attribute("Substitute")?.Value });
        var central = XDocument.Load(Path.Combine(repositoryRoot, "build", "FeedCandidates.props")).Descendants("FeedCandidate")
            .Select(item => item.Attribute("Include")?.Value);
        return [.. fromProjects.Concat(central).OfType<string>().Where(key => key.Length > 0)
            .Distinct(StringComparer.OrdinalIgnoreCase).Order(StringComparer.Ordinal).Select(Candidate.Parse)];
    }

    private static IEnumerable<string> ProjectFiles(string folder) =>
        Directory.EnumerateFiles(folder, "*.csproj").Concat(
            Directory.EnumerateDirectories(folder).Where(child => !SkippedFolders.Contains(Path.GetFileName(child))).SelectMany(ProjectFiles));
}
