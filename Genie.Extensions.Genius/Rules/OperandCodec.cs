using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Between operands, their comparisons, and their protobuf messages.</summary>
internal static class OperandCodec
{
    public static RuleOperand ToMessage(Operand operand) => operand switch
    {
        AttributeOperand attribute => new RuleOperand { Attribute = attribute.Attribute },
        _ => throw new InvalidOperationException($"{operand.GetType().Name} has no message."),
    };

    public static Operand FromMessage(RuleOperand? message)
    {
        try
        {
            return message?.OperandCase switch
            {
                RuleOperand.OperandOneofCase.Attribute => new AttributeOperand(message.Attribute),
                _ => throw new MalformedRuleException("An operand without content, or of a kind that this version does not know."),
            };
        }
        catch (ArgumentException error)
        {
            throw new MalformedRuleException(error.Message, error);
        }
    }

    public static RuleComparison ToMessage(OfOperand condition)
    {
        var message = new RuleComparison { Operand = ToMessage(condition.Operand), Comparison = (RuleValue.Types.Comparison)condition.Comparison };
        if (condition.Bound.Kind == AttributeKind.Text) message.Text = condition.Bound.Text;
        else if (condition.Bound.Kind == AttributeKind.Number) message.Number = condition.Bound.Number;
        else message.Boolean = condition.Bound.IsTrue;
        return message;
    }

    public static OfOperand FromMessage(RuleComparison message)
    {
        var comparison = (Comparison)message.Comparison;
        if (!Enum.IsDefined(comparison)) throw new MalformedRuleException("An operand is compared in a way that this version does not know.");
        var operand = FromMessage(message.Operand);
        try
        {
            return new OfOperand(operand, comparison, BoundOf(message));
        }
        catch (ArgumentException error)
        {
            throw new MalformedRuleException(error.Message, error);
        }
    }

    private static AttributeValue BoundOf(RuleComparison message) => message.BoundCase switch
    {
        RuleComparison.BoundOneofCase.Text => message.Text,
        RuleComparison.BoundOneofCase.Number => message.Number,
        RuleComparison.BoundOneofCase.Boolean => message.Boolean,
        _ => throw new MalformedRuleException("An operand is compared with nothing."),
    };
}
