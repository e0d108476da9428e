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
        FieldOperand field => new RuleOperand { Field = (RuleOperand.Types.Field)field.Field },
        TableRow row => new RuleOperand { Row = new RuleTableRow { Table = row.Table, Key = ToMessage(row.Key) } },
        TableColumn column => new RuleOperand { Column = new RuleTableColumn { Table = column.Table, Key = ToMessage(column.Key), Column = column.Column } },
        FactOperand { Field: { } field } fact => new RuleOperand { Fact = new RuleFact { Source = (RuleFact.Types.Source)fact.Source, Name = fact.Name, Field = field } },
        FactOperand fact => new RuleOperand { Fact = new RuleFact { Source = (RuleFact.Types.Source)fact.Source, Name = fact.Name } },
        ModelScore score => new RuleOperand { Score = new RuleModelScore { Model = score.Model, Features = { score.Features.Select(ToMessage) } } },
        _ => throw new InvalidOperationException($"{operand.GetType().Name} has no message."),
    };

    public static Operand FromMessage(RuleOperand? message) => Checked<Operand>(() => message?.OperandCase switch
    {
        RuleOperand.OperandOneofCase.Attribute => new AttributeOperand(message.Attribute),
        RuleOperand.OperandOneofCase.Field when Enum.IsDefined((EventField)message.Field) => new FieldOperand((EventField)message.Field),
        RuleOperand.OperandOneofCase.Row => new TableRow(message.Row.Table, FromMessage(message.Row.Key)),
        RuleOperand.OperandOneofCase.Column => new TableColumn(message.Column.Table, FromMessage(message.Column.Key), message.Column.Column),
        RuleOperand.OperandOneofCase.Fact when Enum.IsDefined((FactSource)message.Fact.Source) =>
            new FactOperand((FactSource)message.Fact.Source, message.Fact.Name, message.Fact.HasField ? message.Fact.Field : null),
        RuleOperand.OperandOneofCase.Score => new ModelScore(message.Score.Model, [.. message.Score.Features.Select(FromMessage)]),
        _ => throw new MalformedRuleException("An operand without content, or of a kind that this version does not know."),
    });

    public static HasOperand FromHas(RuleOperand message) => Checked(() => new HasOperand(FromMessage(message)));

    public static RuleComparison ToMessage(OfOperand condition)
    {
        var message = new RuleComparison { Operand = ToMessage(condition.Operand), Comparison = (RuleValue.Types.Comparison)condition.Comparison };
        if (condition.Bound.Kind == AttributeKind.Text) message.Text = condition.Bound.Text;
        else if (condition.Bound.Kind == AttributeKind.Number) message.Number = condition.Bound.Number;
        else message.Boolean = condition.Bound.IsTrue;
        return message;
    }

    public static RuleOperandComparison ToMessage(OfOperands condition) =>
        new() { Operand = ToMessage(condition.Operand), Comparison = (RuleValue.Types.Comparison)condition.Comparison, Bound = ToMessage(condition.Bound) };

    public static OfOperands FromMessage(RuleOperandComparison message) => Enum.IsDefined((Comparison)message.Comparison)
        ? Checked(() => new OfOperands(FromMessage(message.Operand), (Comparison)message.Comparison, FromMessage(message.Bound)))
        : throw new MalformedRuleException("Operands are compared in a way that this version does not know.");

    public static OfOperand FromMessage(RuleComparison message) => Enum.IsDefined((Comparison)message.Comparison)
        ? Checked(() => new OfOperand(FromMessage(message.Operand), (Comparison)message.Comparison, BoundOf(message)))
        : throw new MalformedRuleException("An operand is compared in a way that this version does not know.");

    private static AttributeValue BoundOf(RuleComparison message) => message.BoundCase switch
    {
        RuleComparison.BoundOneofCase.Text => message.Text,
        RuleComparison.BoundOneofCase.Number => message.Number,
        RuleComparison.BoundOneofCase.Boolean => message.Boolean,
        _ => throw new MalformedRuleException("An operand is compared with nothing."),
    };

    private static T Checked<T>(Func<T> make)
    {
        try
        {
            return make();
        }
        catch (ArgumentException error)
        {
            throw new MalformedRuleException(error.Message, error);
        }
    }
}
