using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>An event's operands, as far as rules name them, each found once. One thread's at a time.</summary>
internal sealed class OperandFacts
{
    private Slot[] _slots = [];
    private int[] _numbers = [];
    private string?[] _texts = [];
    private int _count;
    private long _event;

    /// <summary>What rules may be filed under that this event meets.</summary>
    public ReadOnlySpan<int> Numbers => _numbers.AsSpan(0, _count);

    public void Set(GeniusEvent value, OperandSymbols symbols)
    {
        // What is left of events before counts no more.
        _event++;
        _count = 0;
        var slots = symbols.Slots;
        if (slots == 0) return;
        if (slots > _slots.Length) (_slots, _numbers, _texts) = (new Slot[slots], new int[2 * slots], new string?[slots]);
        SetAll(value.Attributes, symbols.Attributes);
        foreach (var join in symbols.Joins)
        {
            if (join.Find(value) is not { } row) continue;
            Set(join.Row, default);
            SetAll(row, join.Columns);
        }
    }

    /// <summary>Adds a fact to those of the event.</summary>
    public void Add(DerivedFact fact, OperandSymbols symbols)
    {
        if (symbols.FindFacts(fact.Source, fact.Name) is not { } named) return;
        Set(named.Presence, default);
        SetAll(fact.Fields, named.Fields);
    }

    /// <summary>Adds that a rule was met.</summary>
    public void AddRule(string id, OperandSymbols symbols)
    {
        if (symbols.FindFacts(FactSource.Rule, id) is { } named && !(named.Presence.Slot < _slots.Length && Has(named.Presence.Slot))) Set(named.Presence, default);
    }

    public bool Has(int slot) => _slots[slot].Event == _event;

    /// <summary>The type of an operand; null: the event has none.</summary>
    public AttributeKind? KindOf(int slot) => slot < _slots.Length && Has(slot) ? _slots[slot].Kind : null;

    /// <summary>The text of an operand that is one and is kept.</summary>
    public string? TextOf(int slot) => _texts[slot];

    public bool HasText(int slot, int text) => Has(slot) && _slots[slot].Text == text;

    public bool IsBoolean(int slot, bool value) => Has(slot) && _slots[slot].Kind == AttributeKind.Boolean && _slots[slot].Number != 0 == value;

    /// <summary>A number; what is none stands to no bound.</summary>
    public double NumberOf(int slot) => Has(slot) && _slots[slot].Kind == AttributeKind.Number ? _slots[slot].Number : double.NaN;

    /// <summary>What a model is given: a number, 1 for true, 0 for false; what is neither is no number.</summary>
    public double FeatureOf(int slot) => Has(slot) && _slots[slot].Kind is AttributeKind.Number or AttributeKind.Boolean ? _slots[slot].Number : double.NaN;

    /// <summary>A model's score, asked for once; not a number where there is none.</summary>
    public double ScoreOf(ModelScorer model, EventFacts facts)
    {
        if (!Has(model.Slot)) _slots[model.Slot] = new Slot(_event, AttributeKind.Number, 0, model.Score(facts));
        return _slots[model.Slot].Number;
    }

    private void SetAll(EventAttributes attributes, OperandScope scope)
    {
        if (scope.IsEmpty) return;
        foreach (var (name, value) in attributes)
        {
            if (scope.Find(name) is { } symbol) Set(symbol, value);
        }
    }

    private void Set(OperandSymbol symbol, AttributeValue value)
    {
        // Named by a rule that was put in since the match began, of which it knows nothing.
        if (symbol.Slot >= _slots.Length) return;
        var text = value.Kind == AttributeKind.Text ? symbol.FindText(value.Text) : 0;
        _slots[symbol.Slot] = new Slot(_event, value.Kind, text, value.Kind == AttributeKind.Boolean && value.IsTrue ? 1 : value.Number);
        if (symbol.IsTextKept) _texts[symbol.Slot] = value.Kind == AttributeKind.Text ? value.Text : null;
        _numbers[_count++] = symbol.Presence;
        if (text != 0) _numbers[_count++] = text;
    }

    private readonly record struct Slot(long Event, AttributeKind Kind, int Text, double Number);
}
