using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>What a condition compares beside an event's kind, key, value, place and time: a text, a number, true or false, or nothing where the event has none.</summary>
public abstract record Operand
{
    private protected Operand()
    {
    }

    private protected static string Name(string name) => EventAttributes.IsName(name)
        ? name
        : throw new ArgumentException($"'{name}' is no name here: at most {EventAttributes.NameLengthMax} letters, digits and underscores of ASCII are, and no digit first.", nameof(name));
}
