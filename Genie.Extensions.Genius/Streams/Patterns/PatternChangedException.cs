namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>A pattern's definition is another one than its streams were begun with: what is open would be continued by other steps. Nothing was changed.</summary>
/// <param name="name">The definition's name.</param>
/// <param name="before">What it was.</param>
/// <param name="now">What it is.</param>
/// <param name="version">Its version.</param>
public sealed class PatternChangedException(string name, string before, string now, int version) : Exception(
    $"Pattern '{name}', version {version}, was begun as {before}, and is {now} now. "
    + $"Set {nameof(PatternDefinition.Version)} to {version + 1}, with which it begins anew, or restore the definition.")
{
    /// <summary>The definition's name.</summary>
    public string PatternName => name;

    /// <summary>Always false: the definition must be changed.</summary>
    public static bool IsTransient => false;
}
