namespace Genie.Extensions.Genius.Rules;

/// <summary>Events whose value stands to a bound as said.</summary>
/// <param name="Comparison">How the value stands to the bound.</param>
/// <param name="Bound">The bound, in the unit of the event's kind; finite.</param>
public sealed record OfValue(Comparison Comparison, double Bound) : Condition
{
    /// <summary>The bound, in the unit of the event's kind.</summary>
    /// <exception cref="ArgumentException">It is not finite.</exception>
    public double Bound { get; init; } = double.IsFinite(Bound) ? Bound : throw new ArgumentException($"A value is compared with a finite number, not with {Bound}.");
}
