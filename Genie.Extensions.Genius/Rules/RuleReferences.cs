using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Text;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Finds what rules name and this host does not have: definitions of its options, and other rules. Such rules run, and never match by that; a definition or a rule may come later.</summary>
/// <param name="isRule">True for the name of a rule.</param>
/// <param name="definitions">What the host defines.</param>
internal sealed class RuleReferences(Func<string, bool> isRule, IReadOnlySet<(FactSource Source, string Name)> definitions)
{
    /// <summary>What is missing, in words; null: nothing, or the rule does not run anyway.</summary>
    public string? MissingIn(StoredRule stored)
    {
        if (stored is not { Rule: { } rule, QuarantineReason: null, Mode: not RuleMode.Disabled }) return null;
        List<string> names = [.. ConditionOperands.FactsOf(rule.When).Where(fact => !IsThere(fact)).Select(static fact => RuleFacts.Format(fact with { Field = null })).Distinct(StringComparer.Ordinal)];
        return names.Count > 0 ? $"it names {string.Join(" and ", names)}, which this host does not have" : null;
    }

    private bool IsThere(FactOperand fact) => fact.Source == FactSource.Rule
        ? isRule(fact.Name)
        : definitions.Contains((fact.Source, fact.Name)) || (fact.Source == FactSource.Pattern && SequenceText.Read(fact.Name) is not null);
}
