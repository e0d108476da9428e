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

    // A statement before the insertion, not a part of it: there the old rows would go after the new ones had met them in the unique index.
    private const string DeleteOldSql = "DELETE FROM genie.area WHERE map = $1";

    // New rows get new numbers: whoever remembers a number never sees another area behind it.
    private const string InsertNewSql = """
        WITH numbered AS (SELECT *, nextval(pg_get_serial_sequence('genie.area', 'id')) AS id, row_number() OVER (PARTITION BY layer, code ORDER BY number) - 1 AS part FROM incoming)
        INSERT INTO genie.area (id, map, layer, code, part, name, parent_code, parent, properties, shape) OVERRIDING SYSTEM VALUE
        SELECT n.id, $1, n.layer, n.code, n.part, n.name, n.parent_code, p.id, n.properties::jsonb,
               CASE WHEN n.number = ANY($2) THEN ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_GeomFromWKB(n.shape, 4326)), 3))
                    ELSE ST_GeomFromWKB(n.shape, 4326) END
        FROM numbered n LEFT JOIN numbered p ON p.number = n.parent
        """;

    // Cutting is nearly all the work. A table made of a query is cut by several processes, as many as the server allows, an INSERT never
    // (PostgreSQL's documentation, 15.2). The planner goes by a table's pages, in which large shapes are not, so it is set to.
    private static readonly string InsertPiecesSql = $"""
        SET LOCAL min_parallel_table_scan_size = 0;
        SET LOCAL parallel_setup_cost = 0;
        SET LOCAL parallel_tuple_cost = 0;
        CREATE TEMPORARY TABLE cut ON COMMIT DROP AS
        SELECT id AS area, ST_Subdivide(shape, {PieceVertices}) AS shape FROM genie.area a
        WHERE shape IS NOT NULL AND NOT ST_IsEmpty(shape) AND NOT EXISTS (SELECT FROM genie.piece WHERE area = a.id);
        INSERT INTO genie.piece (area, shape) SELECT area, shape FROM cut
        """;

    // The first of two keys; the second is the map's.
    private const int MapLocks = 0x67656F;
    private const int TidyingLock = 0;

    // What a REINDEX that was broken off leaves; nobody looks anything up in them.
    private const string DropUnfinishedSql = "DROP INDEX IF EXISTS genie.piece_shape_ccnew, genie.piece_shape_ccold";

    private readonly NpgsqlDataSource _database;
    private readonly MapName _map;
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlTransaction _transaction;
    private readonly WKBWriter _wkb = new();
    private readonly Dictionary<Area, int> _ancestors = [];
    private NpgsqlBinaryImporter? _copy;
    private int _next;
    private long _import;

    private PostGisMapWriter(NpgsqlDataSource database, MapName map, NpgsqlConnection connection, NpgsqlTransaction transaction) =>
        (_database, _map, _connection, _transaction) = (database, map, connection, transaction);

    /// <summary>The codes of the areas whose polygons had to be repaired (ST_MakeValid); known once it is prepared.</summary>
    public IReadOnlyList<string> Repaired { get; private set; } = [];

    /// <summary>Begins the transaction.</summary>
    /// <exception cref="GeocoderUnavailableException">Another import of this map is running.</exception>
    public static async Task<PostGisMapWriter> BeginAsync(NpgsqlDataSource database, MapName map, CancellationToken cancellationToken)
    {
        var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // Until the connection is given back: longer than the transaction, so that what comes after the commit is covered, too.
            if (!await TryLockAsync(connection, $"hashtext('{map}')", cancellationToken).ConfigureAwait(false))
                throw new GeocoderUnavailableException($"Another import of the layer '{map}' into this database is running. Import again when it has ended.", isTransient: true);
            var writer = new PostGisMapWriter(database, map, connection, await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false));
            await writer.RunAsync("CREATE TEMPORARY TABLE incoming (number int, layer text, code text, name text, parent_code text, parent int, properties text, shape bytea) ON COMMIT DROP", cancellationToken).ConfigureAwait(false);
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
                await WriteRowAsync(known, ancestor, parent, null, null, cancellationToken).ConfigureAwait(false);
            }

            parent = known;
        }

        await WriteRowAsync(_next++, new Area(_map.Layer, area.Code, area.Name, area.ParentCode), parent, area.Properties, _wkb.Write(PolygonGeometry.FromMap(area.Polygons)), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts the new layer in place for this transaction only.</summary>
    /// <param name="source">What the map was made from, for the list of imports.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public async Task PrepareAsync(string source, CancellationToken cancellationToken)
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
        await RunAsync(DeleteOldSql, cancellationToken, new NpgsqlParameter { Value = _map.ToString() }).ConfigureAwait(false);
        await RunAsync(InsertNewSql, cancellationToken, new NpgsqlParameter { Value = _map.ToString() }, new NpgsqlParameter { Value = invalid }).ConfigureAwait(false);
        await RunAsync(InsertPiecesSql, cancellationToken).ConfigureAwait(false);
        await using var note = new NpgsqlCommand("INSERT INTO genie.import (map, source, areas) VALUES ($1, $2, $3) RETURNING id", _connection)
        {
            Parameters = { new() { Value = _map.ToString() }, new() { Value = source }, new() { Value = (long)_next } },
        };
        _import = (long)(await note.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false))!;
    }

    /// <summary>Makes it so for everybody. Nothing cancels it: half a commit would leave nobody knowing which layer there is.</summary>
    /// <exception cref="GeocoderUnavailableException">The connection was lost meanwhile, and nobody can be asked whether the layer was replaced.</exception>
    public async Task CommitAsync()
    {
        try
        {
            await _transaction.CommitAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (NpgsqlException exception)
        {
            if (!await WasCommittedAsync(exception).ConfigureAwait(false)) throw;
        }
    }

    /// <summary>Makes the look-ups in the new map quicker, and holds none of them up. It may be cancelled; the map is there already.</summary>
    /// <returns>What was left undone, or null.</returns>
    public async Task<string?> TidyAsync(CancellationToken cancellationToken)
    {
        try
        {
            await RunAsync("ANALYZE genie.area, genie.piece", cancellationToken).ConfigureAwait(false);

            // Another import does it, then. To wait for it here would hold it up: it waits for all statements that began before.
            if (!await TryLockAsync(_connection, $"{TidyingLock}", cancellationToken).ConfigureAwait(false)) return null;
            await RunAsync(DropUnfinishedSql, cancellationToken).ConfigureAwait(false);
            await RunAsync("REINDEX INDEX CONCURRENTLY genie.piece_shape", cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (Exception exception) when (exception is OperationCanceledException or NpgsqlException)
        {
            var isDropped = await TryDropUnfinishedAsync().ConfigureAwait(false);
            return $"PostGIS has the new layer, but its index was not built anew, which makes look-ups slower ({exception.Message}). The next import does it.{(isDropped ? "" : " It also removes the unfinished index that was left.")}";
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await EndCopyAsync().ConfigureAwait(false);
            await _transaction.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is NpgsqlException or InvalidOperationException)
        {
            // The connection is broken, and with it both are gone; what broke it was told where it happened.
        }

        await UnlockAsync().ConfigureAwait(false);
        await _connection.DisposeAsync().ConfigureAwait(false);
    }

    // A pool resets a connection when it is used again, not when it is given back.
    private async ValueTask UnlockAsync()
    {
        try
        {
            await RunAsync("SELECT pg_advisory_unlock_all()", CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is NpgsqlException or InvalidOperationException)
        {
            // The connection is broken, and with it the lock is gone.
        }
    }

    // Not completed before, the copy is cancelled, and the transaction with it.
    private async ValueTask EndCopyAsync()
    {
        if (_copy is not { } copy) return;
        _copy = null;
        await copy.DisposeAsync().ConfigureAwait(false);
    }

    private async Task WriteRowAsync(int number, Area area, int parent, string? properties, byte[]? shape, CancellationToken cancellationToken)
    {
        var copy = _copy!;
        await copy.StartRowAsync(cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(number, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Layer, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Code, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.Name, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(area.ParentCode, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        await copy.WriteAsync(parent, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
        if (properties is null) await copy.WriteNullAsync(cancellationToken).ConfigureAwait(false);
        else await copy.WriteAsync(properties, NpgsqlDbType.Text, cancellationToken).ConfigureAwait(false);
        if (shape is null) await copy.WriteNullAsync(cancellationToken).ConfigureAwait(false);
        else await copy.WriteAsync(shape, NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
    }

    private static async Task<bool> TryLockAsync(NpgsqlConnection connection, string key, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand($"SELECT pg_try_advisory_lock({MapLocks}, {key})", connection);
        return (bool)(await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false))!;
    }

    // The server may have committed before the connection broke: then the import is in its list.
    private async Task<bool> WasCommittedAsync(NpgsqlException failure)
    {
        try
        {
            await using var command = _database.CreateCommand("SELECT EXISTS (SELECT FROM genie.import WHERE id = $1)");
            command.Parameters.Add(new() { Value = _import });
            return (bool)(await command.ExecuteScalarAsync(CancellationToken.None).ConfigureAwait(false))!;
        }
        catch (NpgsqlException)
        {
            throw new GeocoderUnavailableException($"The database was lost while it put the layer '{_map}' in place ({failure.Message}). Whether it has the old one or the new one is not known: genie map info shows its imports.", isTransient: true, failure);
        }
    }

    // On a connection of its own, as the other one may be broken, and quickly: nobody waits for this.
    private async Task<bool> TryDropUnfinishedAsync()
    {
        try
        {
            await using var connection = await _database.OpenConnectionAsync(CancellationToken.None).ConfigureAwait(false);
            await using var command = new NpgsqlCommand($"SET lock_timeout = '5s'; {DropUnfinishedSql}", connection);
            await command.ExecuteNonQueryAsync(CancellationToken.None).ConfigureAwait(false);
            return true;
        }
        catch (NpgsqlException)
        {
            return false;
        }
    }

    private async Task RunAsync(string sql, CancellationToken cancellationToken, params NpgsqlParameter[] parameters)
    {
        await using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 0 };
        command.Parameters.AddRange(parameters);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }
}
