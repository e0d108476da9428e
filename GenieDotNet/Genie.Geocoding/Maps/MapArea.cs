namespace Genie.Geocoding.Maps;

/// <summary>One area of a source map: what it is called and where it lies.</summary>
/// <param name="Code">Its code, unique in its layer as a rule; where several areas claim a point the smallest one answers.</param>
/// <param name="Name">Its name.</param>
/// <param name="Ancestors">The areas around it, nearest first: a county's state and country.</param>
/// <param name="Polygons">Its polygons; they may lie anywhere and may touch.</param>
public sealed record MapArea(string Code, string Name, IReadOnlyList<Area> Ancestors, IReadOnlyList<MapPolygon> Polygons)
{
    /// <summary>The code of the area around it: the nearest ancestor's, or one that names no ancestor.</summary>
    public string ParentCode { get; init; } = Ancestors.Count > 0 ? Ancestors[0].Code : "";

    /// <summary>Further properties of the area, a JSON object; null: none. See <see cref="Area.Properties"/>.</summary>
    public string? Properties { get; init; }
}
