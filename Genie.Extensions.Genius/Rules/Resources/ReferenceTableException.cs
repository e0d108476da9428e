namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>A file that is no reference table. What was known of the table stays.</summary>
/// <param name="path">The file.</param>
/// <param name="reason">What is wrong, and what is expected.</param>
/// <param name="inner">What found it.</param>
public sealed class ReferenceTableException(string path, string reason, Exception? inner = null) : Exception($"'{path}' is no reference table: {reason}", inner)
{
    /// <summary>Always false: the file must be changed.</summary>
    public static bool IsTransient => false;
}
