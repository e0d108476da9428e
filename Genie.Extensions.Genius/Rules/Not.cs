namespace Genie.Extensions.Genius.Rules;

/// <summary>The opposite of a condition.</summary>
/// <param name="Inner">The condition.</param>
public sealed record Not(Condition Inner) : Condition;
