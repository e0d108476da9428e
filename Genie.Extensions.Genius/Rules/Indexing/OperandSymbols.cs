using System.Collections.Concurrent;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>The operands that rules name. An event's are looked up once, whatever the number of rules; numbers are never taken back.</summary>
/// <remarks>One caller at a time adds; reading takes no lock.</remarks>
internal sealed class OperandSymbols
{
    private readonly RuleResources _resources;
    private readonly Dictionary<(string Table, Operand Key), TableJoin> _joinsByKey = [];
    private readonly Dictionary<ModelScore, ModelScorer> _scorers = [];
    private readonly ConcurrentDictionary<(FactSource Source, string Name), FactSymbols> _facts = [];
    private volatile bool _hasRules;
    private volatile TableJoin[] _joins = [];
    private int _lastNumber;
    private int _slots;

    public OperandSymbols(RuleResources resources) => (_resources, Attributes) = (resources, new OperandScope(this));

    /// <summary>The events' attributes.</summary>
    public OperandScope Attributes { get; }

    /// <summary>The tables that rules look rows up in.</summary>
    public ReadOnlySpan<TableJoin> Joins => _joins;

    /// <summary>True if rules name other rules.</summary>
    public bool HasRules => _hasRules;

    /// <summary>How many operands rules name; 0: events need not be asked for any.</summary>
    public int Slots => Volatile.Read(ref _slots);

    /// <summary>An operand's symbol.</summary>
    /// <exception cref="MissingResourceException">This host does not have what it asks for.</exception>
    public OperandSymbol Add(Operand operand) => operand switch
    {
        AttributeOperand attribute => Attributes.Add(attribute.Attribute),
        TableRow row => JoinOf(row.Table, row.Key).Row,
        TableColumn column => JoinOf(column.Table, column.Key).Columns.Add(column.Column),
        FactOperand { Field: { } field } fact => FactsOf(fact).Fields.Add(field),
        FactOperand fact => FactsOf(fact).Presence,
        _ => throw new InvalidOperationException($"{operand.GetType().Name} cannot be compiled."),
    };

    /// <summary>Facts that rules name; null: they do not.</summary>
    public FactSymbols? FindFacts(FactSource source, string name) => _facts.GetValueOrDefault((source, name));

    /// <summary>What asks a model for the score of an event.</summary>
    /// <exception cref="MissingResourceException">This host does not have the model, or a table that a feature is of, or the model takes another number of features.</exception>
    public ModelScorer Add(ModelScore score)
    {
        // Another model may have come under the name.
        var cell = _resources.ModelOf(score);
        if (_scorers.TryGetValue(score, out var scorer)) return scorer;
        ModelFeature[] features = [.. score.Features.Select(each => each is FieldOperand field ? new ModelFeature(field.Field) : new ModelFeature(Add(each)))];
        scorer = new ModelScorer(cell, features, NextSymbol().Slot);
        _scorers.Add(score, scorer);
        return scorer;
    }

    /// <summary>Two operands that are compared with each other.</summary>
    /// <exception cref="MissingResourceException">This host does not have a table that one is of.</exception>
    public OperandPair Add(OfOperands condition) => new(Paired(condition.Operand), condition.Comparison, Paired(condition.Bound));

    public int NextNumber() => Interlocked.Increment(ref _lastNumber);

    public OperandSymbol NextSymbol() => new(Interlocked.Increment(ref _slots) - 1, NextNumber(), this);

    private PairedOperand Paired(Operand operand) => operand is FieldOperand field ? new PairedOperand(field.Field) : new PairedOperand(Add(operand));

    private FactSymbols FactsOf(FactOperand fact)
    {
        _hasRules |= fact.Source == FactSource.Rule;
        return _facts.GetOrAdd((fact.Source, fact.Name), static (_, symbols) => new FactSymbols(symbols), this);
    }

    private TableJoin JoinOf(string table, Operand key)
    {
        if (_joinsByKey.TryGetValue((table, key), out var join)) return join;
        join = new TableJoin(_resources.CellOf(table), key, this);
        _joinsByKey.Add((table, key), join);
        _joins = [.. _joins, join];
        return join;
    }
}
