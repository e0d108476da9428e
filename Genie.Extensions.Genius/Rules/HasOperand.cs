using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Events that have an operand, whatever it is.</summary>
/// <param name="Operand">What they have.</param>
public sealed record HasOperand(Operand Operand) : Condition
{
    /// <summary>What they have.</summary>
    /// <exception cref="ArgumentException">It is a field, which every event has.</exception>
    public Operand Operand { get; init; } = Operand.Compared(Operand);
}
