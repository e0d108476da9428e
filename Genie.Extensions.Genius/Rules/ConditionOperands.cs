using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Text;

namespace Genie.Extensions.Genius.Rules;

/// <summary>What conditions ask for.</summary>
internal static class ConditionOperands
{
    /// <summary>True if a condition, one of its parts, or a step of its sequences, asks a model.</summary>
    public static bool AskModels(Condition condition) => OperandsOf(condition).Any(static operand => operand is ModelScore) || StepsOf(condition).Any(AskModels);

    /// <summary>True if a condition, or one of its parts, is about derived facts: it is tried with those, not with events.</summary>
    public static bool AskFacts(Condition condition) => OperandsOf(condition).Any(static operand => operand is FactOperand);

    /// <summary>True if a condition, or one of its parts, is about facts that are more than rules which an event meets.</summary>
    public static bool AskDerivedFacts(Condition condition) => OperandsOf(condition).Any(static operand => operand is FactOperand { Source: not FactSource.Rule });

    /// <summary>The facts that a condition, or one of its parts, is about.</summary>
    public static IEnumerable<FactOperand> FactsOf(Condition condition) => OperandsOf(condition).OfType<FactOperand>();

    /// <summary>The regions that a condition, or one of its parts, is about.</summary>
    public static IEnumerable<RegionCondition> RegionsOf(Condition condition) => PartsOf(condition, Condition.NestingMax).OfType<InRegion>().Select(static part => part.Region);

    /// <summary>The conditions that are steps of the sequences which a condition defines itself.</summary>
    public static IEnumerable<Condition> StepsOf(Condition condition) =>
        SequencesOf(condition).SelectMany(static name => SequenceText.Read(name)!.Steps).Distinct(StringComparer.Ordinal).Select(StepConditions.Read).OfType<Condition>();

    /// <summary>The sequences that a condition defines itself, by the names of their patterns.</summary>
    public static IEnumerable<string> SequencesOf(Condition condition) =>
        FactsOf(condition).Where(static fact => fact.Source == FactSource.Pattern).Select(static fact => fact.Name).Distinct(StringComparer.Ordinal).Where(static name => SequenceText.Read(name) is not null);

    /// <summary>True if it may hold because a rule was not met: whether it was would depend on the order of inference.</summary>
    public static bool DenyRules(Condition condition) => DenyRules(condition, isWanted: true, Condition.NestingMax);

    private static IEnumerable<Operand> OperandsOf(Condition condition) => PartsOf(condition, Condition.NestingMax)
        .SelectMany(static part => part switch
        {
            OfOperand compared => (Operand[])[compared.Operand],
            OfOperands pair => [pair.Operand, pair.Bound],
            HasOperand has => [has.Operand],
            _ => [],
        })
        .SelectMany(static operand => operand is ModelScore score ? score.Features.Prepend(operand) : [operand]);

    // Those that are nested deeper are refused when they are compiled.
    private static IEnumerable<Condition> PartsOf(Condition condition, int levels) => levels <= 0 ? [] : condition switch
    {
        Not not => PartsOf(not.Inner, levels - 1),
        AllOf all => all.Conditions.SelectMany(each => PartsOf(each, levels - 1)),
        AnyOf any => any.Conditions.SelectMany(each => PartsOf(each, levels - 1)),
        _ => [condition],
    };

    private static bool DenyRules(Condition condition, bool isWanted, int levels) => levels > 0 && condition switch
    {
        HasOperand { Operand: FactOperand { Source: FactSource.Rule } } => !isWanted,
        Not not => DenyRules(not.Inner, !isWanted, levels - 1),
        AllOf all => all.Conditions.Any(each => DenyRules(each, isWanted, levels - 1)),
        AnyOf any => any.Conditions.Any(each => DenyRules(each, isWanted, levels - 1)),
        _ => false,
    };
}
