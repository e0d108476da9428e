namespace Genie.Geocoding.Maps;

/// <summary>A layer of areas as a source file has it.</summary>
/// <param name="Name">The layer's name: <c>county</c>, <c>state</c>.</param>
/// <param name="Areas">Its areas, in any order.</param>
public sealed record MapLayer(string Name, IReadOnlyList<MapArea> Areas);
