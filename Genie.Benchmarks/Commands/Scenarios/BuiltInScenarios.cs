using System.Reflection;

namespace Genie.Benchmarks.Commands.Scenarios;

/// <summary>The scenarios that come with the project.</summary>
internal static class BuiltInScenarios
{
    private const string Prefix = "scenario.";
    private const string Suffix = ".yaml";

    /// <summary>Their names.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        .. Assembly.GetExecutingAssembly().GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal) && name.EndsWith(Suffix, StringComparison.Ordinal))
            .Select(name => name[Prefix.Length..^Suffix.Length]).Order(StringComparer.Ordinal),
    ];

    /// <summary>One's text.</summary>
    public static string TextOf(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream($"{Prefix}{name}{Suffix}")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>What it is about: its line 'description'.</summary>
    public static string DescriptionOf(string name) => TextOf(name).Split('\n').First(line => line.StartsWith("description: ", StringComparison.Ordinal))["description: ".Length..].Trim().Trim((char)34);
}
