namespace Genie.Geocoding.Maps.Info;

/// <summary>What there is to know about one layer.</summary>
/// <param name="Layer">Its name.</param>
/// <param name="Source">Where it is: <c>built in</c>, an index file, or a database.</param>
/// <param name="Areas">Areas with a shape.</param>
/// <param name="Vertices">In the database: vertices of all polygons. In an index: pieces of border, where one that two areas share counts once.</param>
/// <param name="InvalidAreas">Areas whose polygons are invalid, or null where that is not known: an index has no polygons.</param>
/// <param name="Bytes">Bytes on disk: of the index, or of the rows with their indexes.</param>
/// <param name="Extent">The box around it.</param>
public sealed record MapLayerInfo(string Layer, string Source, long Areas, long Vertices, long? InvalidAreas, long Bytes, MapExtent Extent)
{
    /// <summary>The borders, to draw them: four numbers a piece, longitude and latitude of both ends.</summary>
    internal Func<IReadOnlyList<Indexing.Edge>> Borders { get; init; } = static () => [];
}
