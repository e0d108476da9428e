namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>What a key opens.</summary>
internal static class ApiScope
{
    /// <summary>Events in, and what is recorded out.</summary>
    public const string Events = "events";

    /// <summary>Rules: to read them and to change them.</summary>
    public const string Rules = "rules";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Events, Rules];
}
