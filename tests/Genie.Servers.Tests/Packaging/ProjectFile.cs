using System.Xml.Linq;
using Genie.Testing;

namespace Genie.Servers.Tests.Packaging;

/// <summary>A project of the solution, as its file says.</summary>
internal sealed class ProjectFile
{
    private static readonly string Root = RepositoryRoot.Find();
    private readonly XDocument _content;

    private ProjectFile(string path)
    {
        Path = path;
        _content = XDocument.Load(System.IO.Path.Combine(Root, path));
    }

    /// <summary>Every project of the solution.</summary>
    public static IReadOnlyList<ProjectFile> All { get; } =
        [.. XDocument.Load(System.IO.Path.Combine(Root, "GenieDotNet.slnx")).Descendants("Project").Select(project => new ProjectFile(project.Attribute("Path")!.Value))];

    /// <summary>From the checkout's root, with slashes.</summary>
    public string Path { get; }

    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path);

    public string Description => Property("Description");

    public bool IsTool => Property("PackAsTool") == "true";

    public bool IsGenerator => Property("IsRoslynComponent") == "true";

    /// <summary>The source generators that lie in its package, where compilers look for them.</summary>
    public IEnumerable<string> Generators =>
        _content.Descendants("None").Where(file => file.Attribute("PackagePath")?.Value == "analyzers/dotnet/cs")
            .Select(file => System.IO.Path.GetFileNameWithoutExtension(file.Attribute("Include")!.Value));

    /// <summary>All of tests/ say no in the file that they share.</summary>
    public bool IsPackable => Property("IsPackable") != "false" && !Path.StartsWith("tests/", StringComparison.Ordinal);

    /// <summary>True if it has a README, or is part of a library that has one.</summary>
    public bool HasReadme => new[] { Name, System.IO.Path.GetFileNameWithoutExtension(Name) }.Any(library =>
        File.Exists(System.IO.Path.Combine(Root, System.IO.Path.GetDirectoryName(Path)!, "..", library, "README.md")));

    /// <summary>The projects it depends on; those that are only built before it are none.</summary>
    public IEnumerable<ProjectFile> References =>
        from reference in _content.Descendants("ProjectReference")
        where reference.Attribute("ReferenceOutputAssembly")?.Value != "false"
        let name = System.IO.Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value)
        select All.Single(project => project.Name == name);

    /// <inheritdoc/>
    public override string ToString() => Name;

    private string Property(string name) => _content.Descendants(name).SingleOrDefault()?.Value ?? "";
}
