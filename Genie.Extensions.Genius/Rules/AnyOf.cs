namespace Genie.Extensions.Genius.Rules;

/// <summary>At least one of some conditions; of none: no event.</summary>
/// <param name="Conditions">The conditions.</param>
public sealed record AnyOf(IReadOnlyList<Condition> Conditions) : Condition;
