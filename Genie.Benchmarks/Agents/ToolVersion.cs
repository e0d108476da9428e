using System.Reflection;

namespace Genie.Benchmarks.Agents;

/// <summary>Which sources this program was built from: what is measured by several machines must be the same program on each.</summary>
internal static class ToolVersion
{
    /// <summary>The version, with the commit where the build knew it: <c>0.1.0+15b6e78…</c>.</summary>
    public static string Own { get; } = typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";

    /// <summary>Why two cannot measure together; null if they can.</summary>
    public static string? WhyNot(string other) => other == Own ? null : $"The agent is genie {Own}, and who calls it is genie {(other.Length == 0 ? "of an unknown version" : other)}. Both must be the same: update one of them.";
}
