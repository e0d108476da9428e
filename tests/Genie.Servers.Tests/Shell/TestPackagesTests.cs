using System.Text.RegularExpressions;
using Genie.Testing;

namespace Genie.Servers.Tests.Shell;

/// <summary>On a machine that has everything by chance nobody notices that <c>./genie test --install</c> leaves a package out.</summary>
public sealed partial class TestPackagesTests
{
    [Fact]
    public void Programs_of_others_that_tests_meet_are_installed_for_them()
    {
        var tests = Path.Combine(RepositoryRoot.Find(), "tests");
        var installed = File.ReadAllText(Path.Combine(tests, "Genie.Testing.Runner", "TestPackages.cs"));
        var needed = Directory.EnumerateDirectories(tests, "*.Tests").Append(Path.Combine(tests, "Genie.Testing")).SelectMany(SourcesIn)
            .SelectMany(file => Declaration().Matches(File.ReadAllText(file))).Select(match => match.Groups["package"].Value).Distinct().ToArray();
        Assert.Contains("python3-pika", needed);

        // Not its end: python3 itself comes with each of its modules.
        Assert.All(needed, package => Assert.Contains($"\"{package}", installed, StringComparison.Ordinal));
    }

    private static IEnumerable<string> SourcesIn(string project) => Directory.EnumerateFiles(project, "*.cs")
        .Concat(Directory.EnumerateDirectories(project).Where(folder => Path.GetFileName(folder) is not ("bin" or "obj")).SelectMany(folder => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)));

    [GeneratedRegex("""(PythonScript|ForeignProgram) \w+ = new\("[^"]+", "(?<package>[^"]+)"\)""")]
    private static partial Regex Declaration();
}
