namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>What a reference table has in a column of the row that an event belongs to: <c>lookup("fleet", key).depot</c>.</summary>
/// <param name="Table">The table's name.</param>
/// <param name="Key">The row's key: an attribute of the event, its key or its kind.</param>
/// <param name="Column">The column's name.</param>
public sealed record TableColumn(string Table, Operand Key, string Column) : Operand
{
    /// <summary>The row's key.</summary>
    /// <exception cref="ArgumentException">It is no attribute, key or kind.</exception>
    public Operand Key { get; init; } = RowKey(Key);

    /// <summary>The column's name.</summary>
    /// <exception cref="ArgumentException">No column can have that name.</exception>
    public string Column { get; init; } = Named(Column);
}
