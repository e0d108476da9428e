using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>One of two operands that are compared with each other, as an event has it.</summary>
internal readonly struct PairedOperand
{
    private readonly OperandSymbol? _operand;
    private readonly ModelFeature _number;
    private readonly EventField _field;

    public PairedOperand(OperandSymbol operand)
    {
        operand.KeepText();
        (_operand, _number) = (operand, new ModelFeature(operand));
    }

    public PairedOperand(EventField field) => (_field, _number) = (field, new ModelFeature(field));

    /// <summary>What any event that has it is filed under; null: every event has it.</summary>
    public int? Presence => _operand?.Presence;

    /// <summary>Its type; null: it is not there.</summary>
    public AttributeKind? KindIn(EventFacts facts)
    {
        if (_operand is { } operand) return facts.Operands.KindOf(operand.Slot);
        return _field is EventField.Kind or EventField.Key ? AttributeKind.Text : AttributeKind.Number;
    }

    /// <summary>The number; 1 and 0 of true and false.</summary>
    public double NumberIn(EventFacts facts) => _number.Of(facts);

    /// <summary>The text.</summary>
    public string? TextIn(EventFacts facts)
    {
        if (_operand is { } operand) return facts.Operands.TextOf(operand.Slot);
        return _field == EventField.Kind ? facts.KindText : facts.KeyText;
    }
}
