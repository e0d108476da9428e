namespace Genie.Extensions.Genius.Rules;

/// <summary>A change of a rule set.</summary>
/// <param name="Id">The rule's name.</param>
/// <param name="Rule">The rule that is there from now on; null: none.</param>
public readonly record struct RuleChange(string Id, Rule? Rule)
{
    /// <summary>The rule is there from now on, in place of one of the same name.</summary>
    public static RuleChange Put(Rule rule) => new(rule.Id, rule);

    /// <summary>No rule of that name is there from now on.</summary>
    public static RuleChange Remove(string id) => new(id, null);
}
