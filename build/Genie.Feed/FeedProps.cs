using System.Xml.Linq;

namespace Genie.Feed;

/// <summary>The answer, as the build reads it: <c>.feed/feed.props</c>.</summary>
internal static class FeedProps
{
    /// <summary>Writes the names of what is missing; leaves a file with the same content alone, so that nothing is rebuilt for it.</summary>
    public static void Write(string file, IEnumerable<Candidate> missing)
    {
        var content = new XElement("Project",
            new XComment(" Written by ./genie after asking the package feed; see docs/feed.md. Delete it to ask again. "),
            new XElement("PropertyGroup", new XElement("MissingPackages", $";{string.Concat(missing.Select(candidate => candidate.Key + ";"))}"))).ToString();
        if (File.Exists(file) && File.ReadAllText(file) == content) return;
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);

        // A build that runs meanwhile must see the old file or the new one, never half of it.
        var draft = file + ".draft";
        File.WriteAllText(draft, content);
        File.Move(draft, file, overwrite: true);
    }
}
