using Genie.Geocoding.Indexing;
using Genie.Geocoding.PostGis;
using Genie.PostgreSql;
using Npgsql;

namespace Genie.Geocoding.Maps.Info;

/// <summary>The layers in a database.</summary>
public static class DatabaseMaps
{
    private const string Sql = """
        SELECT map, count(shape), coalesce(sum(ST_NPoints(shape)), 0)::bigint, count(*) FILTER (WHERE NOT ST_IsValid(shape)), sum(pg_column_size(a.*))::bigint,
               min(ST_XMin(shape)), min(ST_YMin(shape)), max(ST_XMax(shape)), max(ST_YMax(shape))
        FROM genie.area a GROUP BY map ORDER BY map
        """;

    /// <summary>Reads them; none if no map was ever imported there.</summary>
    /// <exception cref="GeocoderUnavailableException">The database could not be asked.</exception>
    public static Task<IReadOnlyList<MapLayerInfo>> ReadAsync(string connectionString, CancellationToken cancellationToken) =>
        AskAsync(connectionString, Sql, row => Describe(row, connectionString), cancellationToken);

    /// <summary>True if there is one; unlike reading them, this takes no time that grows with the maps.</summary>
    /// <exception cref="GeocoderUnavailableException">The database could not be asked.</exception>
    public static async Task<bool> AnyAsync(string connectionString, CancellationToken cancellationToken) =>
        await AskAsync(connectionString, "SELECT FROM genie.area LIMIT 1", _ => true, cancellationToken).ConfigureAwait(false) is not [];

    private static async Task<IReadOnlyList<T>> AskAsync<T>(string connectionString, string sql, Func<NpgsqlDataReader, T> read, CancellationToken cancellationToken)
    {
        await using var database = NpgsqlDataSource.Create(ConnectionStrings.Read(connectionString));
        try
        {
            var rows = new List<T>();
            await using var command = database.CreateCommand(sql);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) rows.Add(read(reader));
            return rows;
        }
        catch (PostgresException exception) when (exception.SqlState is PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.InvalidSchemaName)
        {
            return [];
        }
        catch (NpgsqlException exception)
        {
            throw PostGisErrors.Of(connectionString, "read", exception);
        }
    }

    private static MapLayerInfo Describe(NpgsqlDataReader row, string connectionString)
    {
        var layer = row.GetString(0);
        var extent = row.IsDBNull(5) ? MapExtent.Nothing : new MapExtent(row.GetDouble(5), row.GetDouble(6), row.GetDouble(7), row.GetDouble(8));
        return new MapLayerInfo(layer, "PostGIS", row.GetInt64(1), row.GetInt64(2), row.GetInt64(3), row.GetInt64(4), extent) { Borders = () => ReadBorders(connectionString, layer) };
    }

    private static Edge[] ReadBorders(string connectionString, string layer)
    {
        using var database = NpgsqlDataSource.Create(ConnectionStrings.Read(connectionString));
        try
        {
            var map = PostGisMap.ReadAsync(database, layer, CancellationToken.None).GetAwaiter().GetResult();
            return [.. map.Areas.SelectMany(area => area.Polygons).SelectMany(polygon => polygon.Rings).SelectMany(Edge.Around).Distinct()];
        }
        catch (NpgsqlException exception)
        {
            throw PostGisErrors.Of(connectionString, "read", exception);
        }
    }
}
