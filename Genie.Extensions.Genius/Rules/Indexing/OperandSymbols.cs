using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>The operands that rules name. An event's are looked up once, whatever the number of rules; numbers are never taken back.</summary>
internal sealed class OperandSymbols
{
    private int _lastNumber;
    private int _slots;

    public OperandSymbols() => Attributes = new OperandScope(this);

    /// <summary>The events' attributes.</summary>
    public OperandScope Attributes { get; }

    /// <summary>How many operands rules name; 0: events need not be asked for any.</summary>
    public int Slots => Volatile.Read(ref _slots);

    /// <summary>An operand's symbol.</summary>
    public OperandSymbol Add(Operand operand) => operand switch
    {
        AttributeOperand attribute => Attributes.Add(attribute.Attribute),
        _ => throw new InvalidOperationException($"{operand.GetType().Name} cannot be compiled."),
    };

    public int NextNumber() => Interlocked.Increment(ref _lastNumber);

    public OperandSymbol NextSymbol() => new(Interlocked.Increment(ref _slots) - 1, NextNumber(), this);
}
