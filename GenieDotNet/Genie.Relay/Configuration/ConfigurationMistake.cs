namespace Genie.Relay.Configuration;

/// <summary>Something wrong in the configuration.</summary>
/// <param name="Source">The file, or the environment's variable.</param>
/// <param name="Line">The file's line, from 1; null where it is not the file's.</param>
/// <param name="Text">What is wrong, and what would be right.</param>
public sealed record ConfigurationMistake(string Source, int? Line, string Text)
{
    /// <summary><c>gruf-relay.yml:7: …</c></summary>
    public override string ToString() => Line is { } line ? $"{Source}:{line}: {Text}" : $"{Source}: {Text}";
}
