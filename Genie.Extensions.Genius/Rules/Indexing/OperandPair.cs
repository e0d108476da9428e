using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>Two operands that are compared with each other.</summary>
/// <param name="Operand">What is compared.</param>
/// <param name="Comparison">How.</param>
/// <param name="Bound">With what.</param>
internal sealed record OperandPair(PairedOperand Operand, Comparison Comparison, PairedOperand Bound)
{
    /// <summary>What any event that meets it is filed under; null: any event may meet it.</summary>
    public int? Presence => Operand.Presence ?? Bound.Presence;

    /// <summary>True if an event has both, of one type, and they stand to each other so.</summary>
    public bool Holds(EventFacts facts)
    {
        if (Operand.KindIn(facts) is not { } kind || Bound.KindIn(facts) != kind) return false;
        if (kind == AttributeKind.Number) return SegmentCode.Compare(Operand.NumberIn(facts), Comparison, Bound.NumberIn(facts));
        if (Comparison != Comparison.Equal) return false;
        return kind == AttributeKind.Text ? Operand.TextIn(facts) == Bound.TextIn(facts) : Operand.NumberIn(facts) == Bound.NumberIn(facts);
    }
}
