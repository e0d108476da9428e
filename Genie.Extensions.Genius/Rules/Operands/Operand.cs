using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>What a condition compares beside an event's kind, key, value, place and time: a text, a number, true or false, or nothing where the event has none.</summary>
public abstract record Operand
{
    private protected Operand()
    {
    }

    /// <summary>False for what is a part of other operands only.</summary>
    internal virtual bool IsCompared => true;

    internal static Operand Compared(Operand operand)
    {
        ArgumentNullException.ThrowIfNull(operand);
        return operand.IsCompared ? operand : throw new ArgumentException("An event's fields have conditions of their own: of kind, key, value and region.", nameof(operand));
    }

    private protected static Operand RowKey(Operand key) => key is AttributeOperand or FieldOperand { Field: EventField.Kind or EventField.Key }
        ? key
        : throw new ArgumentException("The key of a table's row is an attribute of the event, its key or its kind.", nameof(key));

    private protected static string Named(string name) => EventAttributes.IsName(name)
        ? name
        : throw new ArgumentException($"'{name}' is no name here: at most {EventAttributes.NameLengthMax} letters, digits and underscores of ASCII are, and no digit first.", nameof(name));
}
