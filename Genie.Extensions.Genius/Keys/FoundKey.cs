namespace Genie.Extensions.Genius.Keys;

/// <summary>A key that a query found.</summary>
/// <param name="State">The key's last event.</param>
/// <param name="Metres">How far it is from the query's place, by great circle; null where the query has none.</param>
public readonly record struct FoundKey(KeyState State, double? Metres);
