namespace Genie.Extensions.Genius.Rules;

/// <summary>A rule cannot be explained by this: no rule is tried with it, or this one is not.</summary>
/// <param name="message">Why, and by what it can.</param>
/// <param name="inner">What was wrong, if anything was caught.</param>
public sealed class RuleSubjectException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Always false: the same fails again.</summary>
    public static bool IsTransient => false;
}
