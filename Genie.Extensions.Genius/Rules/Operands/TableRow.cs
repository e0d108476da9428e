namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>The row of a reference table that an event belongs to; it is had or not: <c>attributes.driver in table("banned")</c>.</summary>
/// <param name="Table">The table's name.</param>
/// <param name="Key">The row's key: an attribute of the event, its key or its kind.</param>
public sealed record TableRow(string Table, Operand Key) : Operand
{
    /// <summary>The row's key.</summary>
    /// <exception cref="ArgumentException">It is no attribute, key or kind.</exception>
    public Operand Key { get; init; } = RowKey(Key);
}
