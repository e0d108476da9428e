using Genie.Geocoding.Maps;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;
using Npgsql;
using NpgsqlTypes;

namespace Genie.Geocoding.PostGis;

/// <summary>Puts a layer into the database and reads it back; shapes travel as well-known binary.</summary>
public static class PostGisMap
{
    /// <summary>Vertices of a piece. On the counties 32 are as quick as 64 and 128.</summary>
    private const int PieceVertices = 32;

    /// <summary>Replaces the map of the layer's name in one transaction: a failure leaves the old one in place.</summary>
    /// <returns>The codes of the areas whose polygons had to be repaired (ST_MakeValid).</returns>
    public static async Task<IReadOnlyList<string>> ReplaceAsync(NpgsqlDataSource database, MapLayer layer, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(database);
        ArgumentNullException.ThrowIfNull(layer);
        await using var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, "CREATE TEMPORARY TABLE incoming (number int, layer text, code text, name text, parent_code text, parent int, shape bytea) ON COMMIT DROP", cancellationToken).ConfigureAwait(false);
        await CopyAsync(connection, layer, cancellationToken).ConfigureAwait(false);
        var repaired = new List<string>();
        await using (var command = new NpgsqlCommand("SELECT code FROM incoming WHERE shape IS NOT NULL AND NOT ST_IsValid(ST_GeomFromWKB(shape, 4326)) ORDER BY code", connection))
        await using (var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
        {
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) repaired.Add(reader.GetString(0));
        }

        await using (var replace = new NpgsqlCommand(ReplaceSql, connection) { Parameters = { new() { Value = layer.Name } } })
            await replace.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, InsertPiecesSql, cancellationToken).ConfigureAwait(false);
        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync(connection, "ANALYZE genie.area, genie.piece", cancellationToken).ConfigureAwait(false);
        return repaired;
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

    // Old rows go by a statement of their own snapshot, new ones get new numbers: whoever remembers a number never sees another area behind it.
    private const string ReplaceSql = """
        WITH old AS (DELETE FROM genie.area WHERE map = $1),
        numbered AS (SELECT *, nextval(pg_get_serial_sequence('genie.area', 'id')) AS id FROM incoming)
        INSERT INTO genie.area (id, map, layer, code, name, parent_code, parent, shape) OVERRIDING SYSTEM VALUE
        SELECT n.id, $1, n.layer, n.code, n.name, n.parent_code, p.id,
               CASE WHEN n.shape IS NULL THEN NULL
                    WHEN ST_IsValid(ST_GeomFromWKB(n.shape, 4326)) THEN ST_GeomFromWKB(n.shape, 4326)
                    ELSE ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_GeomFromWKB(n.shape, 4326)), 3)) END
        FROM numbered n LEFT JOIN numbered p ON p.number = n.parent
        """;

    private static readonly string InsertPiecesSql = $"""
        INSERT INTO genie.piece (area, shape)
        SELECT id, ST_Subdivide(shape, {PieceVertices}) FROM genie.area a
        WHERE shape IS NOT NULL AND NOT ST_IsEmpty(shape) AND NOT EXISTS (SELECT FROM genie.piece WHERE area = a.id)
        """;

    private static async Task CopyAsync(NpgsqlConnection connection, MapLayer layer, CancellationToken cancellationToken)
    {
        var wkb = new WKBWriter();
        await using var writer = await connection.BeginBinaryImportAsync("COPY incoming FROM STDIN (FORMAT BINARY)", cancellationToken).ConfigureAwait(false);
        var ancestors = new Dictionary<Area, int>();
        var number = layer.Areas.Count;
        for (var i = 0; i < layer.Areas.Count; i++)
        {
            var area = layer.Areas[i];
            var parent = -1;
            for (var level = area.Ancestors.Count - 1; level >= 0; level--)
            {
                var ancestor = area.Ancestors[level];
                if (!ancestors.TryGetValue(ancestor, out var known))
                {
                    ancestors[ancestor] = known = number++;
                    await WriteAsync(writer, known, ancestor, parent, null, cancellationToken).ConfigureAwait(false);
                }

                parent = known;
            }

            await WriteAsync(writer, i, new Area(layer.Name, area.Code, area.Name, area.ParentCode), parent, wkb.Write(PolygonGeometry.FromMap(area.Polygons)), cancellationToken).ConfigureAwait(false);
        }

        await writer.CompleteAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task WriteAsync(NpgsqlBinaryImporter writer, int number, Area area, int parent, byte[]? shape, CancellationToken cancellationToken)
    {
        await writer.StartRowAsync(cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(number, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(area.Layer, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(area.Code, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(area.Name, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(area.ParentCode, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await writer.WriteAsync(parent, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        if (shape is null) await writer.WriteNullAsync(cancellationToken).ConfigureAwait(false);
        else await writer.WriteAsync(shape, NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
