using System.Text.RegularExpressions;
using System.Xml.Linq;
using Genie.Benchmarks.Tests.Commands;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Documentation;

/// <summary>The first examples of the libraries' READMEs, each pasted into an empty console project that references the packed package and what the README says it takes beside.</summary>
[Trait("Tier", "nightly")]
[Trait("Seconds", "120")]
public sealed partial class ReadmeProgramTests : IDisposable
{
    private const string Version = "0.0.0-readme";

    // Dozens of projects each, on a machine that is busy with other tests.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(30);

    // Those whose README shows no program, and why.
    private static readonly Dictionary<string, string> Exceptions = new(StringComparer.Ordinal)
    {
        ["Genie.Extensions.Genius.Messages"] = "The .proto files are all there is in it.",
        ["Genie.Grpc"] = "It serves what a .proto file of the reader's describes.",
        ["Genie.Workload.Grains"] = "Silos and workers of genie use it.",
        ["Genie.Workload.Grains.Orleans"] = "Silos of genie use it.",
    };

    private readonly TemporaryFolder _folder = new();

    private static string Root { get; } = RepositoryRoot.Find();

    private static string Packages => Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task They_compile_as_they_stand()
    {
        var libraries = Directory.GetDirectories(Path.Combine(Root, "GenieDotNet")).Append(Path.Combine(Root, "Genie.Extensions.Genius"))
            .Where(folder => File.Exists(Path.Combine(folder, "README.md"))).Select(folder => new Library(folder)).ToLookup(library => library.Program.Length > 0);
        Assert.Equal(Exceptions.Keys.Order(StringComparer.Ordinal), libraries[false].Select(library => library.Name).Order(StringComparer.Ordinal));
        await PackAsync(libraries[true].SelectMany(library => library.Packages).Select(ProjectOf).OfType<string>());

        // No settings of the checkout's are above it.
        foreach (var name in new[] { "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props" }) _folder.Write(name, "<Project />");
        var projects = libraries[true].Select(library => new XElement("Project", new XAttribute("Path", Write(library)))).ToList();
        await RunAsync("the programs", "build", _folder.Write("Programs.slnx", new XElement("Solution", projects).ToString()), "-p:UseSharedCompilation=false");
    }

    private static string? ProjectOf(string package)
    {
        string[] places = [Path.Combine(Root, "GenieDotNet", package, package + ".csproj"), Path.Combine(Root, package, package + ".csproj")];
        return Array.Find(places, File.Exists);
    }

    private static IEnumerable<string> WithReferences(string project) => References(project).SelectMany(WithReferences).Prepend(project);

    private static IEnumerable<string> References(string project) => XDocument.Load(project).Descendants("ProjectReference")
        .Where(reference => (string?)reference.Attribute("ReferenceOutputAssembly") != "false" && (string?)reference.Attribute("PrivateAssets") != "all")
        .Select(reference => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(project)!, ((string)reference.Attribute("Include")!).Replace('\\', '/'))));

    private static async Task RunAsync(string what, params string[] arguments)
    {
        var (code, output, error) = await GenieProcess.RunProgramAsync(Limit, "dotnet", [.. arguments, "-nologo", "-nodeReuse:false", "-verbosity:quiet"]);
        Assert.True(code == 0, $"{what}: {output}{error}");
    }

    private async Task PackAsync(IEnumerable<string> projects)
    {
        var configuration = AppContext.BaseDirectory.Contains($"{Path.DirectorySeparatorChar}Release{Path.DirectorySeparatorChar}", StringComparison.Ordinal) ? "Release" : "Debug";
        var items = projects.SelectMany(WithReferences).Distinct().Select(project => new XElement("P", new XAttribute("Include", project)));
        var properties = $"Configuration={configuration};NoBuild=true;Version={Version};PackageVersion={Version};IncludeSymbols=false;EnablePackageValidation=false;PackageOutputPath={Path.Combine(_folder.Path, "packed")}";
        var target = new XElement("Target", new XAttribute("Name", "Build"),
            new XElement("MSBuild", new XAttribute("Projects", "@(P)"), new XAttribute("Targets", "Pack"), new XAttribute("BuildInParallel", "true"), new XAttribute("Properties", properties)));
        await RunAsync("pack", "build", _folder.Write("pack.proj", new XElement("Project", new XElement("ItemGroup", items), target).ToString()));
    }

    /// <summary>Writes a library's program with its project.</summary>
    /// <returns>The project's file.</returns>
    private string Write(Library library)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_folder.Path, library.Name)).FullName;
        File.WriteAllLines(Path.Combine(folder, "Program.cs"), library.Program);
        var references = library.Packages.Select(package => new XElement("PackageReference", new XAttribute("Include", package), new XAttribute("Version", ProjectOf(package) is null ? VersionOf(package) : Version)));
        var project = new XElement(
            "Project",
            new XAttribute("Sdk", "Microsoft.NET.Sdk"),
            new XElement(
                "PropertyGroup",
                new XElement("OutputType", "Exe"), new XElement("TargetFramework", "net10.0"), new XElement("ImplicitUsings", "enable"), new XElement("Nullable", "enable"), new XElement("NuGetAudit", "false"),

                // It is compiled and not run.
                new XElement("UseAppHost", "false"), new XElement("CopyLocalLockFileAssemblies", "false"),
                new XElement("RestoreAdditionalProjectSources", Path.Combine(_folder.Path, "packed")),

                // Ours stay here; those of others are where the checkout's own restore put them.
                new XElement("RestorePackagesPath", Path.Combine(_folder.Path, "packages")), new XElement("RestoreFallbackFolders", Packages)),
            new XElement("ItemGroup", references));
        var file = Path.Combine(folder, library.Name + ".Program.csproj");
        File.WriteAllText(file, project.ToString());
        return file;
    }

    private static string VersionOf(string package) => (string)XDocument.Load(Path.Combine(Root, "Directory.Packages.props")).Descendants("PackageVersion").Single(version => (string?)version.Attribute("Include") == package).Attribute("Version")!;

    /// <summary>A library with its README.</summary>
    private sealed partial class Library
    {
        public Library(string folder)
        {
            Name = Path.GetFileName(folder);
            var lines = File.ReadAllLines(Path.Combine(folder, "README.md"));
            var example = ReadmeExample.First(lines);
            if (!ReadmeExample.IsProgram(example)) return;
            Program = example;
            Packages = [Name, .. Others().Matches(string.Join(' ', lines)).SelectMany(match => match.Groups[1].Captures).Select(capture => capture.Value)];
        }

        public string Name { get; }

        public string[] Program { get; } = [];

        public IReadOnlyList<string> Packages { get; } = [];

        [GeneratedRegex(@"It uses the packages? (?:([\w.]+)(?:, | and )?)+ beside this one\.")]
        private static partial Regex Others();
    }
}
