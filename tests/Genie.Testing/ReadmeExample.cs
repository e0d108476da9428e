using System.Runtime.CompilerServices;
using Xunit;

namespace Genie.Testing;

/// <summary>What a library's README shows is code that compiles and runs: it stands, line for line, in a test.</summary>
public static class ReadmeExample
{
    /// <summary>Holds the README to the test that calls this, which must contain every C# example of it.</summary>
    /// <param name="readme">The file, from the root of the checkout: <c>GenieDotNet/Genie.Grains/README.md</c>.</param>
    /// <param name="test">The file of the test.</param>
    public static void AssertStandsIn(string readme, [CallerFilePath] string test = "")
    {
        var code = Trimmed(File.ReadAllLines(test));
        var examples = Examples(File.ReadAllLines(Path.Combine(RepositoryRoot.Find(test), readme)));
        Assert.NotEmpty(examples);
        Assert.All(examples, example => Assert.Contains(example, code, StringComparison.Ordinal));
    }

    private static List<string> Examples(string[] lines)
    {
        List<string> examples = [];
        for (var i = 0; i < lines.Length; i++)
        {
            if (lines[i] != "```csharp") continue;
            var end = Array.IndexOf(lines, "```", i);
            examples.Add(Trimmed(lines[(i + 1)..end]));
            i = end;
        }

        return examples;
    }

    private static string Trimmed(IEnumerable<string> lines) => string.Join('\n', lines.Select(line => line.Trim()).Where(line => line.Length > 0));
}
