namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>A field of the event, as part of another operand; conditions of their own compare it.</summary>
/// <param name="Field">Which one.</param>
public sealed record FieldOperand(EventField Field) : Operand
{
    internal override bool IsCompared => false;
}
