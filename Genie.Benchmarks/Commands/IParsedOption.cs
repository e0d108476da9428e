namespace Genie.Benchmarks.Commands;

/// <summary>What an option's values may be, whatever their type: for those who describe it.</summary>
internal interface IParsedOption
{
    /// <summary>Its value if it is not given, as a user would write it; null for none.</summary>
    string? DefaultText { get; }

    /// <summary>The only values it takes; empty where others are taken.</summary>
    IReadOnlyList<string> Names { get; }
}
