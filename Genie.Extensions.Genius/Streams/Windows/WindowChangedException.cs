namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>
/// A window's definition is another one than its streams were begun with. What is open would be continued by other rules: events would count twice, or nowhere.
/// Nothing was changed.
/// </summary>
/// <param name="name">The definition's name.</param>
/// <param name="before">What it was.</param>
/// <param name="now">What it is.</param>
/// <param name="version">Its version.</param>
public sealed class WindowChangedException(string name, string before, string now, int version) : Exception(
    $"Windows '{name}', version {version}, were begun as {before}, and are {now} now: events in windows that are open would count twice, or nowhere. "
    + $"Set {nameof(WindowDefinition.Version)} to {version + 1}, with which they begin anew, or restore the definition.")
{
    /// <summary>The definition's name.</summary>
    public string WindowName => name;

    /// <summary>Always false: the definition must be changed.</summary>
    public static bool IsTransient => false;
}
