namespace Genie.Extensions.Genius.Rules;

/// <summary>There is no rule of this name. Nothing was changed.</summary>
/// <param name="id">The name.</param>
public sealed class UnknownRuleException(string id) : Exception($"There is no rule '{id}'; list the rules to see which there are.")
{
    /// <summary>The name.</summary>
    public string RuleId => id;

    /// <summary>Always false: the same name fails again.</summary>
    public static bool IsTransient => false;
}
