namespace Genie.Geocoding.Maps.Import;

/// <summary>One row of a map's file.</summary>
/// <param name="Row">Its number, from 1.</param>
/// <param name="Fields">Its fields.</param>
/// <param name="Polygons">Its polygons.</param>
/// <param name="Problem">Why it has none, or null.</param>
internal sealed record MapFeature(long Row, FeatureFields Fields, IReadOnlyList<MapPolygon> Polygons, string? Problem = null)
{
    /// <summary>A row that is no area.</summary>
    public static MapFeature Bad(long row, string problem, FeatureFields? fields = null) => new(row, fields ?? FeatureFields.None, [], problem);
}
