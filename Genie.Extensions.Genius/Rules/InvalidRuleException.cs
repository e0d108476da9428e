namespace Genie.Extensions.Genius.Rules;

/// <summary>A rule that cannot be taken in. Nothing was changed.</summary>
/// <param name="id">The rule's name.</param>
/// <param name="reason">What is wrong with it, and what is expected.</param>
/// <param name="inner">What found it.</param>
public sealed class InvalidRuleException(string id, string reason, Exception? inner = null) : Exception($"Rule '{id}': {reason}", inner)
{
    /// <summary>The rule's name.</summary>
    public string RuleId => id;

    /// <summary>Always false: the rule must be changed.</summary>
    public static bool IsTransient => false;
}
