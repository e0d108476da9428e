using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Makes a segment of rules.</summary>
internal static class SegmentBuilder
{
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none, it asks for what this host does not have, or its conditions are nested too deeply.</exception>
    public static RuleSegment Build(Rule[] rules, SymbolTable symbols)
    {
        var code = new CodeWriter(symbols);
        var planner = new IndexKeyPlanner(symbols, code);
        var entries = new int[rules.Length];
        var filed = new List<KeyValuePair<ulong, int>>(rules.Length);
        var unfiled = new List<int>();
        for (var i = 0; i < rules.Length; i++)
        {
            if (Compile(rules[i], code, planner, out entries[i]) is not { } plan)
            {
                unfiled.Add(i);
                continue;
            }

            foreach (var key in plan.Keys) filed.Add(new(key, plan.IsDisjoint ? i : ~i));
        }

        return new RuleSegment(rules, entries, code.ToCode(), filed, [.. unfiled]);
    }

    private static IndexKeyPlan? Compile(Rule rule, CodeWriter code, IndexKeyPlanner planner, out int entry)
    {
        if (!IsNestedAtMost(rule.When, Condition.NestingMax))
            throw new InvalidRuleException(rule.Id, $"its conditions are nested more than {Condition.NestingMax} deep; write long lists as one AllOf or AnyOf.");
        if (ConditionOperands.DenyRules(rule.When)) throw new InvalidRuleException(rule.Id, "it asks that another rule is not met; only that one is can be asked, since rules are inferred one from another.");
        try
        {
            entry = code.Write(rule.When);
            return planner.Choose(rule.When);
        }
        catch (Exception error) when (error is InvalidRegionException or InvalidScheduleException or MissingResourceException)
        {
            throw new InvalidRuleException(rule.Id, error.Message, error);
        }
    }

    // No deeper than the levels it counts, so that no rule can exhaust the stack.
    private static bool IsNestedAtMost(Condition condition, int levels) => levels > 0 && condition switch
    {
        Not not => IsNestedAtMost(not.Inner, levels - 1),
        AllOf all => all.Conditions.All(each => IsNestedAtMost(each, levels - 1)),
        AnyOf any => any.Conditions.All(each => IsNestedAtMost(each, levels - 1)),
        _ => true,
    };
}
