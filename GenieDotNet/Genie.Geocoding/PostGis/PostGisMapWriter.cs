using Genie.Geocoding.Maps;
using NetTopologySuite.IO;
using Npgsql;
using NpgsqlTypes;

namespace Genie.Geocoding.PostGis;

/// <summary>Replaces a layer in one transaction, area by area, keeping none of them in memory. Disposed of before its commit, it changes nothing.</summary>
internal sealed class PostGisMapWriter : IAsyncDisposable
{
    /// <summary>Vertices of a piece. With 64 and more an import is quicker and a look-up slower (docs/results/postgis.md).</summary>
    private const int PieceVertices = 32;

    // No area has this number: areas count up from 0, those around them down from -2.
    private const int NoParent = -1;

    // Old rows go by a statement of their own snapshot, new ones get new numbers: whoever remembers a number never sees another area behind it.
    private const string ReplaceSql = """
        WITH old AS (DELETE FROM genie.area WHERE map = $1),
        numbered AS (SELECT *, nextval(pg_get_serial_sequence('genie.area', 'id')) AS id FROM incoming)
        INSERT INTO genie.area (id, map, layer, code, name, parent_code, parent, shape) OVERRIDING SYSTEM VALUE
        SELECT n.id, $1, n.layer, n.code, n.name, n.parent_code, p.id,
               CASE WHEN n.number = ANY($2) THEN ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_GeomFromWKB(n.shape, 4326)), 3))
                    ELSE ST_GeomFromWKB(n.shape, 4326) END
        FROM numbered n LEFT JOIN numbered p ON p.number = n.parent
        """;

    // Cutting is nearly all the work. A table made of a query is cut by several processes, as many as the server allows, an INSERT never
    // (PostgreSQL's documentation, 15.2). The planner goes by a table's pages, in which large shapes are not, so it is told to.
    private static readonly string InsertPiecesSql = $"""
        SET LOCAL min_parallel_table_scan_size = 0;
        SET LOCAL parallel_setup_cost = 0;
        SET LOCAL parallel_tuple_cost = 0;
        CREATE TEMPORARY TABLE cut ON COMMIT DROP AS
        SELECT id AS area, ST_Subdivide(shape, {PieceVertices}) AS shape FROM genie.area a
        WHERE shape IS NOT NULL AND NOT ST_IsEmpty(shape) AND NOT EXISTS (SELECT FROM genie.piece WHERE area = a.id);
        INSERT INTO genie.piece (area, shape) SELECT area, shape FROM cut
        """;

    private readonly string _layer;
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlTransaction _transaction;
    private readonly WKBWriter _wkb = new();
    private readonly Dictionary<Area, int> _ancestors = [];
    private NpgsqlBinaryImporter? _copy;
    private int _next;

    private PostGisMapWriter(string layer, NpgsqlConnection connection, NpgsqlTransaction transaction) =>
        (_layer, _connection, _transaction) = (layer, connection, transaction);

    /// <summary>The codes of the areas whose polygons had to be repaired (ST_MakeValid); known once it is prepared.</summary>
    public IReadOnlyList<string> Repaired { get; private set; } = [];

    /// <summary>Begins the transaction.</summary>
    public static async Task<PostGisMapWriter> BeginAsync(NpgsqlDataSource database, string layer, CancellationToken cancellationToken)
    {
        var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var writer = new PostGisMapWriter(layer, connection, await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false));
            await writer.RunAsync("CREATE TEMPORARY TABLE incoming (number int, layer text, code text, name text, parent_code text, parent int, shape bytea) ON COMMIT DROP", cancellationToken).ConfigureAwait(false);
            writer._copy = await connection.BeginBinaryImportAsync("COPY incoming FROM STDIN (FORMAT BINARY)", cancellationToken).ConfigureAwait(false);
            writer._copy.Timeout = Timeout.InfiniteTimeSpan;
            return writer;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Sends an area with those around it.</summary>
    public async Task WriteAsync(MapArea area, CancellationToken cancellationToken)
    {
        var parent = NoParent;
        for (var level = area.Ancestors.Count - 1; level >= 0; level--)
        {
            var ancestor = area.Ancestors[level];
            if (!_ancestors.TryGetValue(ancestor, out var known))
            {
                _ancestors[ancestor] = known = NoParent - 1 - _ancestors.Count;
                await WriteRowAsync(known, ancestor, parent, null, cancellationToken).ConfigureAwait(false);
            }

            parent = known;
        }

        await WriteRowAsync(_next++, new Area(_layer, area.Code, area.Name, area.ParentCode), parent, _wkb.Write(PolygonGeometry.FromMap(area.Polygons)), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts the new layer in place for this transaction only.</summary>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        await _copy!.CompleteAsync(cancellationToken).ConfigureAwait(false);
        await EndCopyAsync().ConfigureAwait(false);
        var (invalid, repaired) = (new List<int>(), new List<string>());
        await using (var command = new NpgsqlCommand("SELECT number, code FROM incoming WHERE shape IS NOT NULL AND NOT ST_IsValid(ST_GeomFromWKB(shape, 4326)) ORDER BY code", _connection) { CommandTimeout = 0 })
        await using (var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
        {
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                invalid.Add(reader.GetInt32(0));
                repaired.Add(reader.GetString(1));
            }
        }

        Repaired = repaired;
        await RunAsync(ReplaceSql, cancellationToken, new NpgsqlParameter { Value = _layer }, new NpgsqlParameter { Value = invalid }).ConfigureAwait(false);
        await RunAsync(InsertPiecesSql, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes it so for everybody.</summary>
    public async Task CommitAsync(CancellationToken cancellationToken)
    {
        await _transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
        await RunAsync("ANALYZE genie.area, genie.piece", cancellationToken).ConfigureAwait(false);

        // The map is there already; this makes its look-ups quicker, and holds none of them up. An earlier attempt may have been broken off.
        await RunAsync("DROP INDEX CONCURRENTLY IF EXISTS genie.piece_shape_ccnew", cancellationToken).ConfigureAwait(false);
        await RunAsync("REINDEX INDEX CONCURRENTLY genie.piece_shape", cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await EndCopyAsync().ConfigureAwait(false);
        await _transaction.DisposeAsync().ConfigureAwait(false);
        await _connection.DisposeAsync().ConfigureAwait(false);
    }

    // Not completed before, the copy is cancelled, and the transaction with it.
    private async ValueTask EndCopyAsync()
    {
        if (_copy is not { } copy) return;
        _copy = null;
        await copy.DisposeAsync().ConfigureAwait(false);
    }

    private async Task WriteRowAsync(int number, Area area, int parent, byte[]? shape, CancellationToken cancellationToken)
    {
        var copy = _copy!;
        await copy.StartRowAsync(cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(number, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Layer, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Code, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Name, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.ParentCode, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(parent, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        if (shape is null) await copy.WriteNullAsync(cancellationToken).ConfigureAwait(false);
        else await copy.WriteAsync(shape, NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
    }

    private async Task RunAsync(string sql, CancellationToken cancellationToken, params NpgsqlParameter[] parameters)
    {
        await using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 0 };
        command.Parameters.AddRange(parameters);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
