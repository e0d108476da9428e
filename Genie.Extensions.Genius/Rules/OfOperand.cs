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

    /// <summary>The bound.</summary>
    /// <exception cref="ArgumentException">It is no number, and a model's score is compared with it.</exception>
    public AttributeValue Bound { get; init; } = Operand is not ModelScore || Bound.Kind == AttributeKind.Number ? Bound : throw new ArgumentException($"A model's score is a number; this is a {Bound.Kind}.");

    /// <summary>How it stands to the bound.</summary>
    /// <exception cref="ArgumentException">The bound is no number, and the comparison not <see cref="Comparison.Equal"/>.</exception>
    public Comparison Comparison { get; init; } = Comparison == Comparison.Equal || Bound.Kind == AttributeKind.Number
        ? Comparison
        : throw new ArgumentException($"Only numbers are compared by {Comparison}; this is a {Bound.Kind}.");
}
