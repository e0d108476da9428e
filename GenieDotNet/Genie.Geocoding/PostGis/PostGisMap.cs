using Genie.Geocoding.Maps;
using Genie.PostgreSql;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;
using Npgsql;

namespace Genie.Geocoding.PostGis;

/// <summary>Puts a layer into the database and reads it back; shapes travel as well-known binary.</summary>
public static class PostGisMap
{
    /// <summary>Replaces the map of the layer's name in one transaction: a failure leaves the old one in place.</summary>
    /// <returns>The codes of the areas whose polygons had to be repaired (ST_MakeValid).</returns>
    public static async Task<IReadOnlyList<string>> ReplaceAsync(NpgsqlDataSource database, MapLayer layer, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        ArgumentNullException.ThrowIfNull(layer);
        await using var writer = await PostGisMapWriter.BeginAsync(database, new MapName(layer.Name), cancellationToken).ConfigureAwait(false);
        foreach (var area in layer.Areas) await writer.WriteAsync(area, cancellationToken).ConfigureAwait(false);
        await writer.PrepareAsync(layer.Name, cancellationToken).ConfigureAwait(false);
        await writer.CommitAsync().ConfigureAwait(false);
        await writer.TidyAsync(cancellationToken).ConfigureAwait(false);
        return writer.Repaired;
    }

    /// <summary>Removes maps in one transaction; none if no map was ever imported there.</summary>
    /// <returns>The maps that were removed.</returns>
    /// <exception cref="GeocoderUnavailableException">The database could not be asked.</exception>
    internal static async Task<IReadOnlyList<string>> RemoveAsync(string connectionString, Func<string, bool> isWanted, CancellationToken cancellationToken)
    {
        await using var database = NpgsqlDataSource.Create(ConnectionStrings.Read(connectionString));
        try
        {
            await using var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
            var maps = new List<string>();
            await using (var names = new NpgsqlCommand("SELECT DISTINCT map FROM genie.area ORDER BY map", connection))
            await using (var reader = await names.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
            {
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) maps.Add(reader.GetString(0));
            }

            maps.RemoveAll(map => !isWanted(map));
            if (maps.Count == 0) return maps;
            await using var delete = new NpgsqlCommand("DELETE FROM genie.area WHERE map = ANY($1)", connection) { Parameters = { new() { Value = maps } }, CommandTimeout = 0 };
            await delete.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
            return maps;
        }
        catch (PostgresException exception) when (exception.SqlState is PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.InvalidSchemaName)
        {
            return [];
        }
        catch (NpgsqlException exception)
        {
            throw PostGisErrors.Of(connectionString, "changed", exception);
        }
    }

    /// <summary>Reads a map's areas with their whole polygons.</summary>
    public static async Task<MapLayer> ReadAsync(NpgsqlDataSource database, string map, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        var areas = new List<MapArea>();
        var wkb = new WKBReader();
        await using var command = database.CreateCommand("SELECT code, name, parent_code, ST_AsBinary(shape) FROM genie.area WHERE map = $1 AND shape IS NOT NULL ORDER BY code, id");
        command.Parameters.Add(new() { Value = map });
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            var shape = (MultiPolygon)wkb.Read(reader.GetFieldValue<byte[]>(3));
            areas.Add(new MapArea(reader.GetString(0), reader.GetString(1), [], [.. shape.Geometries.Cast<Polygon>().Select(PolygonGeometry.ToMap)]) { ParentCode = reader.GetString(2) });
        }

        return new MapLayer(map, areas);
    }
}
