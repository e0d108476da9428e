namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>A text that is no condition. Nothing was changed.</summary>
/// <param name="line">The line of the mistake, from 1.</param>
/// <param name="column">The character in that line, from 1.</param>
/// <param name="reason">What is wrong, and what is expected.</param>
/// <param name="inner">What found it.</param>
public sealed class RuleTextException(int line, int column, string reason, Exception? inner = null) : Exception($"Line {line}, column {column}: {reason}", inner)
{
    /// <summary>The line, from 1.</summary>
    public int Line => line;

    /// <summary>The character in the line, from 1.</summary>
    public int Column => column;

    /// <summary>Always false: the text must be changed.</summary>
    public static bool IsTransient => false;
}
