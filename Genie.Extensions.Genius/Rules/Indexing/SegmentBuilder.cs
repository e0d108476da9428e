using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Makes a segment of rules.</summary>
internal static class SegmentBuilder
{
    /// <exception cref="InvalidRuleException">A rule's region or schedule is none.</exception>
    public static RuleSegment Build(Rule[] rules, SymbolTable symbols)
    {
        var code = new CodeWriter(symbols);
        var planner = new AnchorPlanner(symbols, code);
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

    private static AnchorPlan? Compile(Rule rule, CodeWriter code, AnchorPlanner planner, out int entry)
    {
        try
        {
            entry = code.Write(rule.When);
            return planner.Choose(rule.When);
        }
        catch (Exception error) when (error is InvalidRegionException or InvalidScheduleException)
        {
            throw new InvalidRuleException(rule.Id, error.Message, error);
        }
        catch (InsufficientExecutionStackException error)
        {
            throw new InvalidRuleException(rule.Id, "its conditions are nested too deeply; write long lists as one AllOf or AnyOf.", error);
        }
    }
}
