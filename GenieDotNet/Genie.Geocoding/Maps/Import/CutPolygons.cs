namespace Genie.Geocoding.Maps.Import;

/// <summary>An area's polygons after a cut at the antimeridian.</summary>
/// <param name="Polygons">The polygons; none where the shape cannot be computed with.</param>
/// <param name="IsCut">True if one was cut.</param>
/// <param name="Lost">How many of which nothing is left.</param>
internal readonly record struct CutPolygons(IReadOnlyList<MapPolygon> Polygons, bool IsCut, int Lost);
