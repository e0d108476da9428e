namespace Genie.Extensions.Genius.Rules;

/// <summary>All of some conditions; of none: every event.</summary>
/// <param name="Conditions">The conditions.</param>
public sealed record AllOf(IReadOnlyList<Condition> Conditions) : Condition;
