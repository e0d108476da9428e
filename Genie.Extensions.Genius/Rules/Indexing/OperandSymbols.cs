using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>The operands that rules name. An event's are looked up once, whatever the number of rules; numbers are never taken back.</summary>
/// <remarks>One caller at a time adds; reading takes no lock.</remarks>
internal sealed class OperandSymbols
{
    private readonly RuleResources _resources;
    private readonly Dictionary<(string Table, Operand Key), TableJoin> _joinsByKey = [];
    private volatile TableJoin[] _joins = [];
    private int _lastNumber;
    private int _slots;

    public OperandSymbols(RuleResources resources) => (_resources, Attributes) = (resources, new OperandScope(this));

    /// <summary>The events' attributes.</summary>
    public OperandScope Attributes { get; }

    /// <summary>The tables that rules look rows up in.</summary>
    public ReadOnlySpan<TableJoin> Joins => _joins;

    /// <summary>How many operands rules name; 0: events need not be asked for any.</summary>
    public int Slots => Volatile.Read(ref _slots);

    /// <summary>An operand's symbol.</summary>
    /// <exception cref="MissingResourceException">This host does not have what it asks for.</exception>
    public OperandSymbol Add(Operand operand) => operand switch
    {
        AttributeOperand attribute => Attributes.Add(attribute.Attribute),
        TableRow row => JoinOf(row.Table, row.Key).Row,
        TableColumn column => JoinOf(column.Table, column.Key).Columns.Add(column.Column),
        _ => throw new InvalidOperationException($"{operand.GetType().Name} cannot be compiled."),
    };

    public int NextNumber() => Interlocked.Increment(ref _lastNumber);

    public OperandSymbol NextSymbol() => new(Interlocked.Increment(ref _slots) - 1, NextNumber(), this);

    private TableJoin JoinOf(string table, Operand key)
    {
        if (_joinsByKey.TryGetValue((table, key), out var join)) return join;
        join = new TableJoin(_resources.CellOf(table), key, this);
        _joinsByKey.Add((table, key), join);
        _joins = [.. _joins, join];
        return join;
    }
}
