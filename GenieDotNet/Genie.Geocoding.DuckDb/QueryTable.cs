namespace Genie.Geocoding.DuckDb;

/// <summary>What a query answered.</summary>
/// <param name="Columns">The columns' names.</param>
/// <param name="Rows">The rows' values as text, invariant of culture; null where there is none.</param>
public sealed record QueryTable(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<string?>> Rows);
