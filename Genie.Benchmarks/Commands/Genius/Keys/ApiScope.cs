namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>What a caller may do.</summary>
internal static class ApiScope
{
    /// <summary>Events in, and what is recorded out.</summary>
    public const string Events = "events";

    /// <summary>What is recorded, and where keys are.</summary>
    public const string ReadEvents = "events.read";

    /// <summary>Events in.</summary>
    public const string WriteEvents = "events.write";

    /// <summary>Rules: to read, try and change them.</summary>
    public const string Rules = "rules";

    /// <summary>Rules: to read and try them.</summary>
    public const string ReadRules = "rules.read";

    /// <summary>Deliveries: to see what was given up, and to have it tried again.</summary>
    public const string Deliveries = "deliveries";

    /// <summary>Deliveries: to see what was given up.</summary>
    public const string ReadDeliveries = "deliveries.read";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Events, ReadEvents, WriteEvents, Rules, ReadRules, Deliveries, ReadDeliveries];

    /// <summary>True if who has one scope has another one with it: <c>events</c> includes <c>events.read</c>.</summary>
    public static bool Includes(string had, string needed) => had == needed || needed.StartsWith(had + '.', StringComparison.Ordinal);
}
