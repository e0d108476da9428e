namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>A rule asks for a table or another thing that this host does not have.</summary>
/// <param name="message">What is missing, and what to do.</param>
/// <param name="inner">What found it.</param>
public sealed class MissingResourceException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Always false: the host must be given it.</summary>
    public static bool IsTransient => false;
}
