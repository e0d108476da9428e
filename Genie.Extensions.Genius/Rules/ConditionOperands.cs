using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Text;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What conditions ask for.</summary>
internal static class ConditionOperands
{
    /// <summary>True if a condition, one of its parts, or a step of its sequences, asks a model.</summary>
    public static bool AskModels(Condition condition) => Any(condition, static operand => operand is ModelScore, Condition.NestingMax) || StepsOf(condition).Any(AskModels);

    /// <summary>True if a condition, or one of its parts, is about derived facts: it is tried with those, not with events.</summary>
    public static bool AskFacts(Condition condition) => Any(condition, static operand => operand is FactOperand, Condition.NestingMax);

    /// <summary>True if a condition, or one of its parts, is about facts that are more than rules which an event meets.</summary>
    public static bool AskDerivedFacts(Condition condition) => Any(condition, static operand => operand is FactOperand { Source: not FactSource.Rule }, Condition.NestingMax);

    /// <summary>The facts that a condition, or one of its parts, is about.</summary>
    public static IReadOnlyList<FactOperand> FactsOf(Condition condition)
    {
        var facts = new List<FactOperand>();
        Any(
            condition,
            operand =>
            {
                if (operand is FactOperand fact) facts.Add(fact);
                return false;
            },
            Condition.NestingMax);
        return facts;
    }

    /// <summary>The regions that a condition, or one of its parts, is about.</summary>
    public static IReadOnlyList<RegionCondition> RegionsOf(Condition condition)
    {
        var regions = new List<RegionCondition>();
        AnyPart(
            condition,
            part =>
            {
                if (part is InRegion region) regions.Add(region.Region);
                return false;
            },
            Condition.NestingMax);
        return regions;
    }

    /// <summary>The conditions that are steps of the sequences which a condition defines itself.</summary>
    public static IEnumerable<Condition> StepsOf(Condition condition) =>
        SequencesOf(condition).SelectMany(static name => SequenceText.Read(name)!.Steps).Distinct(StringComparer.Ordinal).Select(StepConditions.Read).OfType<Condition>();

    /// <summary>The sequences that a condition defines itself, by the names of their patterns.</summary>
    public static IReadOnlyList<string> SequencesOf(Condition condition)
    {
        var names = new List<string>();
        Any(
            condition,
            operand =>
            {
                if (operand is FactOperand { Source: FactSource.Pattern } fact && !names.Contains(fact.Name) && SequenceText.Read(fact.Name) is not null) names.Add(fact.Name);
                return false;
            },
            Condition.NestingMax);
        return names;
    }

    /// <summary>True if it may hold because a rule was not met: whether it was would depend on the order of inference.</summary>
    public static bool DenyRules(Condition condition) => DenyRules(condition, isWanted: true, Condition.NestingMax);

    private static bool Any(Condition condition, Func<Operand, bool> isMeant, int levels) => AnyPart(
        condition,
        part => part switch
        {
            OfOperand compared => IsMeant(compared.Operand, isMeant),
            OfOperands pair => IsMeant(pair.Operand, isMeant) || IsMeant(pair.Bound, isMeant),
            HasOperand has => IsMeant(has.Operand, isMeant),
            _ => false,
        },
        levels);

    // Those that are nested deeper are refused when they are compiled.
    private static bool AnyPart(Condition condition, Func<Condition, bool> isMeant, int levels) => levels > 0 && condition switch
    {
        Not not => AnyPart(not.Inner, isMeant, levels - 1),
        AllOf all => all.Conditions.Any(each => AnyPart(each, isMeant, levels - 1)),
        AnyOf any => any.Conditions.Any(each => AnyPart(each, isMeant, levels - 1)),
        _ => isMeant(condition),
    };

    private static bool IsMeant(Operand operand, Func<Operand, bool> isMeant) => isMeant(operand) || (operand is ModelScore score && score.Features.Any(isMeant));

    private static bool DenyRules(Condition condition, bool isWanted, int levels) => levels > 0 && condition switch
    {
        HasOperand { Operand: FactOperand { Source: FactSource.Rule } } => !isWanted,
        Not not => DenyRules(not.Inner, !isWanted, levels - 1),
        AllOf all => all.Conditions.Any(each => DenyRules(each, isWanted, levels - 1)),
        AnyOf any => any.Conditions.Any(each => DenyRules(each, isWanted, levels - 1)),
        _ => false,
    };
}
