using System.Collections.Concurrent;
using DuckDB.NET.Data;
using NetTopologySuite.Algorithm.Locate;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>
/// The exact test of polygons whose envelope has the point, where DuckDB itself has none. A polygon is read and indexed when it
/// is first asked about, and kept.
/// </summary>
internal sealed class PolygonTests
{
    private readonly ConcurrentDictionary<long, Lazy<IndexedPointInAreaLocator>> _locators = new();

    /// <summary>True if the point lies in the polygon or on its border.</summary>
    public bool Intersects(DuckDBConnection connection, long polygon, double x, double y)
    {
        var locator = _locators.GetOrAdd(polygon, number => new(() => Read(connection, number)));
        return locator.Value.Locate(new Coordinate(x, y)) != Location.Exterior;
    }

    private static IndexedPointInAreaLocator Read(DuckDBConnection connection, long polygon)
    {
        using var command = DuckDbFile.Command(connection, "SELECT shape FROM polygon WHERE id = $1", polygon);
        using var reader = command.ExecuteReader();
        reader.Read();
        using var shape = reader.GetStream(0);
        return new IndexedPointInAreaLocator(new WKBReader().Read(shape));
    }
}
