using DuckDB.NET.Data;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>A connection with its prepared statement; used by one look-up at a time.</summary>
internal sealed class LookupConnection : IDisposable
{
    private const string Envelope = "$1 BETWEEN min_x AND max_x AND $2 BETWEEN min_y AND max_y";

    private readonly DuckDBConnection _connection;
    private readonly DuckDBCommand _find;
    private readonly DuckDBParameter _x = new(0.0);
    private readonly DuckDBParameter _y = new(0.0);
    private readonly PolygonTests? _tests;
    private readonly List<(long Polygon, long Area)> _candidates = [];

    /// <summary>Opens it.</summary>
    /// <param name="file">The database.</param>
    /// <param name="tests">The exact test; null where the spatial extension makes it.</param>
    public LookupConnection(string file, PolygonTests? tests)
    {
        _tests = tests;
        _connection = DuckDbFile.OpenForReading(file);
        if (tests is null) DuckDbFile.Run(_connection, "LOAD spatial");
        _find = _connection.CreateCommand();
        _find.CommandText = $"SELECT id, area FROM polygon WHERE {Envelope}{(tests is null ? " AND ST_Intersects(ST_GeomFromWKB(shape), ST_Point($1, $2))" : "")}";
        _find.Parameters.Add(_x);
        _find.Parameters.Add(_y);
        _find.Prepare();
    }

    /// <summary>True if the spatial extension is installed; nothing is fetched for it.</summary>
    public static bool HasSpatial(string file)
    {
        using var connection = DuckDbFile.OpenForReading(file);
        try
        {
            DuckDbFile.Run(connection, "LOAD spatial");
            return true;
        }
        catch (DuckDBException)
        {
            return false;
        }
    }

    /// <summary>Adds the numbers of the areas at a place.</summary>
    public void Find(double longitude, double latitude, List<long> areas)
    {
        (_x.Value, _y.Value) = (longitude, latitude);
        _candidates.Clear();
        using (var reader = _find.ExecuteReader())
        {
            while (reader.Read()) _candidates.Add((reader.GetInt64(0), reader.GetInt64(1)));
        }

        foreach (var (polygon, area) in _candidates)
        {
            if (_tests is null || _tests.Intersects(_connection, polygon, longitude, latitude)) areas.Add(area);
        }
    }

    /// <summary>All areas by number, each with the number of the one around it.</summary>
    public Dictionary<long, (Area Area, long? Parent)> ReadAreas()
    {
        var rows = new Dictionary<long, (Area Area, long? Parent)>();
        using var command = DuckDbFile.Command(_connection, $"SELECT {AreaCatalog.Columns} FROM area");
        using var reader = command.ExecuteReader();
        while (reader.Read()) AreaCatalog.ReadRow(reader, rows);
        return rows;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _find.Dispose();
        _connection.Dispose();
    }
}
