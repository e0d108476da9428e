using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Which conditions ask models.</summary>
internal static class ModelConditions
{
    /// <summary>True if a condition, or one of its parts, asks a model.</summary>
    public static bool Ask(Condition condition) => condition switch
    {
        OfOperand { Operand: ModelScore } or HasOperand { Operand: ModelScore } => true,
        Not not => Ask(not.Inner),
        AllOf all => all.Conditions.Any(Ask),
        AnyOf any => any.Conditions.Any(Ask),
        _ => false,
    };
}
