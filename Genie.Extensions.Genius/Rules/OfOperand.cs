using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Events that have an operand which stands to a bound as said. One of another type stands to it in no way.</summary>
/// <param name="Operand">What is compared.</param>
/// <param name="Comparison">How it stands to the bound; of texts and booleans only <see cref="Comparison.Equal"/>.</param>
/// <param name="Bound">The bound.</param>
public sealed record OfOperand(Operand Operand, Comparison Comparison, AttributeValue Bound) : Condition
{
    /// <summary>What is compared.</summary>
    /// <exception cref="ArgumentException">It is a field, which has a condition of its own.</exception>
    public Operand Operand { get; init; } = Operand.Compared(Operand);

    /// <summary>How it stands to the bound.</summary>
    /// <exception cref="ArgumentException">The bound is no number, and the comparison not <see cref="Comparison.Equal"/>.</exception>
    public Comparison Comparison { get; init; } = Comparison == Comparison.Equal || Bound.Kind == AttributeKind.Number
        ? Comparison
        : throw new ArgumentException($"Only numbers are compared by {Comparison}; this is a {Bound.Kind}.");
}
