namespace Genie.Extensions.Genius.Regions;

/// <summary>A cell of the geohash grid: <c>dr4e</c> is some 39 by 20 km.</summary>
/// <param name="Geohash">1 to 12 characters.</param>
public sealed record CellRegion(string Geohash) : RegionCondition;
