using System.Globalization;
using System.Xml.Linq;

namespace Genie.Testing.Runner;

/// <summary>Which lines of each library were reached: the union of what test projects found (files in the form of Cobertura, as coverlet writes them).</summary>
internal sealed class Coverage
{
    private const string FileName = "coverage.cobertura.xml";

    private readonly SortedDictionary<string, Dictionary<(string File, int Line), bool>> _libraries = new(StringComparer.Ordinal);

    /// <summary>Where the collector is.</summary>
    public static string CollectorFolder { get; } = Path.Combine(AppContext.BaseDirectory, "coverlet");

    /// <summary>What the runs wrote that have their results there; each lies in a folder of its own. The files of earlier runs are to be gone.</summary>
    public static Coverage Read(string resultsFolder)
    {
        var coverage = new Coverage();
        foreach (var file in FilesIn(resultsFolder)) coverage.Add(XDocument.Load(file));
        return coverage;
    }

    /// <summary>Deletes what earlier runs wrote.</summary>
    public static void Clear(string resultsFolder)
    {
        foreach (var file in FilesIn(resultsFolder)) File.Delete(file);
    }

    /// <summary>Adds one test project's.</summary>
    public void Add(XDocument cobertura)
    {
        foreach (var package in cobertura.Descendants("package"))
        {
            var name = (string?)package.Attribute("name") ?? "?";
            if (!_libraries.TryGetValue(name, out var lines)) _libraries[name] = lines = [];
            foreach (var type in package.Descendants("class")) Add(type, lines);
        }
    }

    /// <summary>One line a library, and one for all.</summary>
    public void Write(TextWriter output)
    {
        foreach (var (name, lines) in _libraries) Write(output, name, [.. lines.Values]);
        Write(output, "all", [.. _libraries.Values.SelectMany(lines => lines.Values)]);
    }

    private static void Add(XElement type, Dictionary<(string File, int Line), bool> lines)
    {
        var file = (string?)type.Attribute("filename") ?? "?";
        foreach (var line in type.Elements("lines").Elements("line"))
        {
            var place = (file, (int)line.Attribute("number")!);
            lines[place] = lines.GetValueOrDefault(place) || (long)line.Attribute("hits")! > 0;
        }
    }

    private static void Write(TextWriter output, string name, List<bool> lines)
    {
        var reached = lines.Count(isReached => isReached);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"coverage: {name,-32} {(lines.Count == 0 ? 0 : 100.0 * reached / lines.Count),5:0.0} % of {lines.Count,6:N0} lines"));
    }

    private static string[] FilesIn(string resultsFolder) => Directory.GetFiles(resultsFolder, FileName, SearchOption.AllDirectories);
}
