using System.Xml.Linq;

namespace Genie.Testing.Runner.Selection;

/// <summary>Which projects are built from which folders, by what their files refer to.</summary>
/// <param name="repositoryRoot">The checkout.</param>
internal sealed class ProjectGraph(string repositoryRoot)
{
    private readonly Dictionary<string, HashSet<string>> _foldersOf = new(StringComparer.Ordinal);

    /// <summary>True if one of the files is part of the project, or of one that it refers to at any distance; or of none at all, so that all may depend on it.</summary>
    /// <param name="projectFile">Full path of the project.</param>
    /// <param name="changed">Paths of files from the root of the checkout.</param>
    public bool IsAbove(string projectFile, IEnumerable<string> changed)
    {
        var folders = FoldersOf(Path.GetFullPath(projectFile));
        return changed.Any(file => IsOfNone(file) || folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal)));
    }

    // Documents change no code, and those that tests read lie in folders of projects or are named by them.
    private static bool IsOfNone(string file) =>
        !file.Contains('/', StringComparison.Ordinal) ? !file.EndsWith(".md", StringComparison.Ordinal) && !file.StartsWith('.') && file is not ("genie" or "genie.cmd" or "LICENSE")
        : file.StartsWith("build/", StringComparison.Ordinal) && !file.EndsWith(".sh", StringComparison.Ordinal);

    private HashSet<string> FoldersOf(string projectFile)
    {
        if (_foldersOf.TryGetValue(projectFile, out var known)) return known;
        var folder = Path.GetDirectoryName(projectFile)!;
        HashSet<string> folders = new(StringComparer.Ordinal) { Relative(folder) + "/" };
        _foldersOf[projectFile] = folders;
        if (!File.Exists(projectFile)) return folders;
        foreach (var item in XDocument.Load(projectFile).Descendants().Where(item => item.Attribute("Include") is not null))
        {
            var included = Path.GetFullPath(Path.Combine(folder, ((string)item.Attribute("Include")!).Replace('\\', '/')));
            if (item.Name.LocalName == "ProjectReference") folders.UnionWith(FoldersOf(included));
            else if (((string)item.Attribute("Include")!).StartsWith("..", StringComparison.Ordinal)) folders.Add(Relative(included.Split('*')[0]));
        }

        return folders;
    }

    private string Relative(string path) => Path.GetRelativePath(repositoryRoot, path).Replace('\\', '/');
}
