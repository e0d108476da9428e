using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>A reference table that rules look rows up in by one key: an event's row is looked up once, and its columns are then like attributes of the event.</summary>
/// <param name="cell">Where the table is.</param>
/// <param name="key">The row's key.</param>
/// <param name="symbols">Gives numbers.</param>
internal sealed class TableJoin(ReferenceCell cell, Operand key, OperandSymbols symbols)
{
    /// <summary>That there is a row.</summary>
    public OperandSymbol Row { get; } = symbols.NextSymbol();

    /// <summary>The columns that rules name.</summary>
    public OperandScope Columns { get; } = new(symbols);

    /// <summary>An event's row, or null.</summary>
    public EventAttributes? Find(GeniusEvent value) => KeyOf(value) is { } text ? cell.Table.Find(text) : null;

    private string? KeyOf(GeniusEvent value) => key switch
    {
        FieldOperand { Field: EventField.Kind } => value.Kind,
        FieldOperand => value.Key,
        AttributeOperand attribute when value.Attributes.TryGet(attribute.Attribute, out var found) && found.Kind == AttributeKind.Text => found.Text,
        _ => null,
    };
}
