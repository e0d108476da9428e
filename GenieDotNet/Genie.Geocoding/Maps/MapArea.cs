namespace Genie.Geocoding.Maps;

/// <summary>One area of a source map: what it is called and where it lies.</summary>
/// <param name="Code">Its code, unique in its layer as a rule; where several areas claim a point the smallest one answers.</param>
/// <param name="Name">Its name.</param>
/// <param name="Ancestors">The areas around it, nearest first: a county's state and country.</param>
/// <param name="Polygons">Its polygons; they may lie anywhere and may touch.</param>
public sealed record MapArea(string Code, string Name, IReadOnlyList<Area> Ancestors, IReadOnlyList<MapPolygon> Polygons);
