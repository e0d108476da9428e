using System.Text.RegularExpressions;

namespace Genie.Benchmarks.Tests.Documentation;

/// <summary>The relative links of a checkout's Markdown files: to files, to folders, and to headings as GitHub names them.</summary>
internal static partial class DocumentLinks
{
    private static readonly string[] Skipped = [".git", "bin", "obj", "node_modules", "TestResults"];

    /// <summary>The Markdown files below a folder, outside of what was built.</summary>
    public static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder, "*.md").Concat(
            Directory.EnumerateDirectories(folder).Where(inner => !Skipped.Contains(Path.GetFileName(inner))).SelectMany(Files));

    /// <summary>Targets of a file's links that are not there, as they stand in it.</summary>
    public static IEnumerable<string> Broken(string file)
    {
        foreach (Match match in LinkPattern().Matches(WithoutCode(File.ReadAllText(file))))
        {
            var link = match.Groups["target"].Value;
            if (link.Contains(':', StringComparison.Ordinal)) continue;
            var (path, anchor) = link.Split('#', 2) is [var before, var after] ? (before, after) : (link, "");
            var target = path.Length == 0 ? file : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, path));
            if (!File.Exists(target) && !Directory.Exists(target)) yield return link;
            else if (anchor.Length > 0 && !Anchors(target).Contains(anchor)) yield return link;
        }
    }

    // GitHub's names of headings: lower case, punctuation left out, a hyphen for each space, a number behind the second of a name.
    private static HashSet<string> Anchors(string file)
    {
        Dictionary<string, int> names = [];
        HashSet<string> anchors = [];
        foreach (Match heading in HeadingPattern().Matches(WithoutBlocks(File.ReadAllText(file))))
        {
            var name = PunctuationPattern().Replace(heading.Groups["text"].Value.Trim().ToLowerInvariant(), "").Replace(' ', '-');
            var earlier = names.GetValueOrDefault(name);
            names[name] = earlier + 1;
            anchors.Add(earlier == 0 ? name : $"{name}-{earlier}");
        }

        return anchors;
    }

    private static string WithoutCode(string text) => InlineCodePattern().Replace(WithoutBlocks(text), "");

    private static string WithoutBlocks(string text) => BlockPattern().Replace(text, "");

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex LinkPattern();

    [GeneratedRegex(@"^#{1,6} (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex HeadingPattern();

    [GeneratedRegex(@"[^\p{L}\p{N}\p{M} _-]")]
    private static partial Regex PunctuationPattern();

    [GeneratedRegex("`[^`\n]*`")]
    private static partial Regex InlineCodePattern();

    [GeneratedRegex(@"^(?<fence>```+|~~~+).*?^\k<fence>[^\n]*$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex BlockPattern();
}
