using System.Xml.Linq;

namespace Genie.Feed;

/// <summary>
/// One tiny project a candidate, and a solution of them all, so that one restore asks for everything and each answer
/// stands alone.
/// </summary>
internal sealed class ProbeFolder(string path)
{
    /// <summary>The solution to restore.</summary>
    public string Solution { get; } = Path.Combine(path, "probe.slnx");

    /// <summary>Where NuGet writes the outcome for a candidate.</summary>
    public string AssetsFile(Candidate candidate) => Path.Combine(path, candidate.ProjectName, "obj", "project.assets.json");

    /// <summary>Writes the projects, in place of any written before.</summary>
    public void Write(IReadOnlyList<Candidate> candidates)
    {
        if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
        Directory.CreateDirectory(path);

        // Stands in for the repository's own, which would import the last answer. The central versions do apply.
        Save("Directory.Build.props", new XElement("Project", new XElement("PropertyGroup",
            new XElement("TargetFramework", "net10.0"),
            new XElement("TreatWarningsAsErrors", "true"),
            new XElement("NuGetAudit", "false"),
            new XElement("NoWarn", "$(NoWarn);NU1507"),
            new XElement("RestoreAdditionalProjectSources", new XAttribute("Condition", "'$(GENIE_PACKAGE_SOURCE)' != ''"),
                "$(RestoreAdditionalProjectSources);$(GENIE_PACKAGE_SOURCE)"))));
        Save("Directory.Build.targets", new XElement("Project"));
        foreach (var candidate in candidates)
        {
            var reference = candidate.Version == Candidate.DownloadOnly ? Download(candidate) : Reference(candidate);
            Save(ProjectPath(candidate), new XElement("Project", new XAttribute("Sdk", "Microsoft.NET.Sdk"), new XElement("ItemGroup", reference)));
        }

        Save("probe.slnx", new XElement("Solution", candidates.Select(candidate => new XElement("Project", new XAttribute("Path", ProjectPath(candidate))))));
    }

    private static XElement[] Reference(Candidate candidate) =>
    [
        new("PackageReference", new XAttribute("Include", candidate.Name), candidate.Version is null ? null : new XAttribute("VersionOverride", candidate.Version)),
    ];

    /// <summary>The central version, found as what is left of all when all others are left out.</summary>
    private static XElement[] Download(Candidate candidate) =>
    [
        new("AnotherPackage", new XAttribute("Include", "@(PackageVersion)"), new XAttribute("Exclude", candidate.Name)),
        new("WantedPackage", new XAttribute("Include", "@(PackageVersion)"), new XAttribute("Exclude", "@(AnotherPackage)")),
        new("PackageDownload", new XAttribute("Include", "@(WantedPackage)"), new XAttribute("Version", "[%(Version)]")),
    ];

    private static string ProjectPath(Candidate candidate) => $"{candidate.ProjectName}/{candidate.ProjectName}.csproj";

    private void Save(string name, XElement content)
    {
        var file = Path.Combine(path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        content.Save(file);
    }
}
