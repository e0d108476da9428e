using System.Runtime.CompilerServices;
using Xunit;

namespace Genie.Testing;

/// <summary>What a library's README shows is code that compiles and runs: it stands, line for line, in a test.</summary>
public static class ReadmeExample
{
    /// <summary>Holds the README to the test that calls this, which must contain every C# example of it.</summary>
    /// <param name="readme">The file, from the root of the checkout: <c>GenieDotNet/Genie.Grains/README.md</c>.</param>
    /// <param name="also">Another file in the test's folder that has some of it; null: none has.</param>
    /// <param name="test">The file of the test.</param>
    public static void AssertStandsIn(string readme, string? also = null, [CallerFilePath] string test = "")
    {
        IEnumerable<string> lines = File.ReadAllLines(test);
        if (also is not null) lines = lines.Concat(File.ReadAllLines(Path.Combine(Path.GetDirectoryName(test)!, also)));
        var code = Trimmed(lines);
        var examples = Examples(File.ReadAllLines(Path.Combine(RepositoryRoot.Find(test), readme)));
        Assert.NotEmpty(examples);
        Assert.All(examples, example => Assert.Contains(example, code, StringComparison.Ordinal));
    }

    /// <summary>The first C# example of a README, line by line; none where it has no example.</summary>
    public static string[] First(string[] readme)
    {
        var begin = Array.IndexOf(readme, "```csharp") + 1;
        return begin == 0 ? [] : readme[begin..Array.IndexOf(readme, "```", begin)];
    }

    private static List<string> Examples(string[] lines)
    {
        List<string> examples = [];
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i] != "```csharp") continue;
            var end = Array.IndexOf(lines, "```", i);
            var example = lines[(i + 1)..end];
            examples.AddRange(IsProgram(example) ? Paragraphs(example).SkipWhile(IsSettings) : [Trimmed(example)]);
            i = end;
        }

        return examples;
    }

    /// <summary>
    /// True for a whole program: it begins with its directives. In a test its parts stand between what asserts; its addresses, folders and the like, which
    /// it declares by <c>var</c> in a first part of their own, a test has of its own.
    /// </summary>
    public static bool IsProgram(ReadOnlySpan<string> example) => example.Length > 0 && IsDirective(example[0]);

    private static IEnumerable<string> Paragraphs(string[] program)
    {
        List<string> paragraph = [];
        foreach (var line in program.Where(line => !IsDirective(line)))
        {
            // A blank line within a type's braces ends no paragraph.
            if (line.Length > 0 || paragraph.Count(each => each == "{") > paragraph.Count(each => each.StartsWith('}')))
            {
                paragraph.Add(line);
                continue;
            }

            if (paragraph.Count > 0) yield return Trimmed(paragraph);
            paragraph = [];
        }

        if (paragraph.Count > 0) yield return Trimmed(paragraph);
    }

    private static bool IsSettings(string part) => part.Split('\n').All(line => line.StartsWith("var ", StringComparison.Ordinal));

    private static bool IsDirective(string line) => line.StartsWith("using ", StringComparison.Ordinal) && line.EndsWith(';') && !line.Contains('=', StringComparison.Ordinal);

    private static string Trimmed(IEnumerable<string> lines) => string.Join('\n', lines.Select(line => line.Trim()).Where(line => line.Length > 0));
}
