namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>What a rule would be filed under: an event that it matches has at least one of the keys.</summary>
/// <param name="Keys">The keys.</param>
/// <param name="Share">About which share of events has one of them.</param>
/// <param name="IsDisjoint">True if no event has two of them.</param>
internal sealed record IndexKeyPlan(IReadOnlyList<ulong> Keys, double Share, bool IsDisjoint);
