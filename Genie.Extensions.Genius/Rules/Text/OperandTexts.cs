using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Operands in texts of rules.</summary>
internal static class OperandTexts
{
    public static string Format(Operand operand) => operand switch
    {
        AttributeOperand attribute => "attributes." + attribute.Attribute,
        _ => throw new InvalidOperationException($"{operand.GetType().Name} has no text."),
    };

    public static string Format(AttributeValue value) => value.Kind == AttributeKind.Text ? RuleFormatter.Quote(value.Text) : value.ToString();

    /// <summary>What an event has there, for a sentence.</summary>
    public static string Seen(Operand operand, GeniusEvent value) =>
        operand is AttributeOperand attribute && value.Attributes.TryGet(attribute.Attribute, out var seen) ? $"{Format(operand)} is {Format(seen)}" : $"{Format(operand)} is not there";
}
