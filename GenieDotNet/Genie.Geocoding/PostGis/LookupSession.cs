using Npgsql;
using NpgsqlTypes;

namespace Genie.Geocoding.PostGis;

/// <summary>A connection with its two prepared statements; used by one look-up or one batch at a time.</summary>
internal sealed class LookupSession(NpgsqlDataSource database, AreaCatalog catalog) : IAsyncDisposable
{
    private const string ManySql = """
        SELECT point.number, found.area
        FROM unnest($1::float8[], $2::float8[]) WITH ORDINALITY AS point (x, y, number)
        CROSS JOIN LATERAL (SELECT area FROM genie.piece WHERE ST_Intersects(shape, ST_SetSRID(ST_MakePoint(point.x, point.y), 4326)) OFFSET 0) AS found
        """;

    private readonly NpgsqlParameter<double> _x = new() { NpgsqlDbType = NpgsqlDbType.Double };
    private readonly NpgsqlParameter<double> _y = new() { NpgsqlDbType = NpgsqlDbType.Double };
    private readonly NpgsqlParameter<double[]> _xs = new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Double };
    private readonly NpgsqlParameter<double[]> _ys = new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Double };
    private readonly List<AreaCatalog.KnownArea> _found = [];
    private NpgsqlConnection? _connection;
    private NpgsqlCommand? _one;
    private NpgsqlCommand? _many;

    /// <summary>Looks one point up in one round trip.</summary>
    public async Task<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        await OpenAsync(cancellationToken).ConfigureAwait(false);
        (_x.TypedValue, _y.TypedValue) = (point.Longitude, point.Latitude);
        var ids = new List<long>(2);
        await using (var reader = await _one!.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
        {
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) ids.Add(reader.GetInt64(0));
        }

        _found.Clear();
        foreach (var id in ids) await AddAsync(id, cancellationToken).ConfigureAwait(false);
        return AnswerOf(_found);
    }

    /// <summary>Looks many points up in one round trip.</summary>
    public async Task<PlaceAnswer[]> LookUpAsync(IReadOnlyList<GeoPoint> points, CancellationToken cancellationToken)
    {
        await OpenAsync(cancellationToken).ConfigureAwait(false);
        _xs.TypedValue = [.. points.Select(point => point.Longitude)];
        _ys.TypedValue = [.. points.Select(point => point.Latitude)];
        var rows = new List<(int Point, long Area)>(2 * points.Count);
        await using (var reader = await _many!.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false))
        {
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) rows.Add(((int)reader.GetInt64(0) - 1, reader.GetInt64(1)));
        }

        rows.Sort();
        var answers = new PlaceAnswer[points.Count];
        var next = 0;
        for (var i = 0; i < answers.Length; i++)
        {
            _found.Clear();
            for (; next < rows.Count && rows[next].Point == i; next++) await AddAsync(rows[next].Area, cancellationToken).ConfigureAwait(false);
            answers[i] = AnswerOf(_found);
        }

        return answers;
    }

    /// <summary>Drops the connection; the next look-up opens another one.</summary>
    public async Task ResetAsync()
    {
        if (_connection is not { } connection) return;
        _connection = null;
        NpgsqlConnection.ClearPool(connection);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_connection is not null) await _connection.DisposeAsync().ConfigureAwait(false);
    }

    private static PlaceAnswer AnswerOf(List<AreaCatalog.KnownArea> found) => AreaCatalog.Combine(found);

    private async ValueTask AddAsync(long id, CancellationToken cancellationToken)
    {
        if (!catalog.TryGet(id, out var area))
        {
            // A map was imported since.
            catalog.Add(await ReadAreasAsync(cancellationToken).ConfigureAwait(false));
            if (!catalog.TryGet(id, out area)) return;
        }

        _found.Add(area);
    }

    private async Task<Dictionary<long, (Area Area, long? Parent)>> ReadAreasAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await ReadAreasAsync(", properties::text", cancellationToken).ConfigureAwait(false);
        }
        catch (PostgresException exception) when (exception.SqlState == PostgresErrorCodes.UndefinedColumn)
        {
            // A database that no import of this version has brought up to date.
            return await ReadAreasAsync("", cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<Dictionary<long, (Area Area, long? Parent)>> ReadAreasAsync(string furtherColumns, CancellationToken cancellationToken)
    {
        var rows = new Dictionary<long, (Area Area, long? Parent)>();
        await using var command = new NpgsqlCommand($"SELECT {AreaCatalog.Columns}{furtherColumns} FROM genie.area", _connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false)) AreaCatalog.ReadRow(reader, rows);
        return rows;
    }

    private async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        if (_connection is not null) return;
        var connection = await database.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            _one = new NpgsqlCommand(PostGisGeocoder.LookUpSql, connection);
            _one.Parameters.Add(Detach(_x));
            _one.Parameters.Add(Detach(_y));
            _many = new NpgsqlCommand(ManySql, connection);
            _many.Parameters.Add(Detach(_xs));
            _many.Parameters.Add(Detach(_ys));
            await _one.PrepareAsync(cancellationToken).ConfigureAwait(false);
            await _many.PrepareAsync(cancellationToken).ConfigureAwait(false);
            _connection = connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    // A parameter belongs to one command at a time; the old command is gone with its connection.
    private static NpgsqlParameter Detach(NpgsqlParameter parameter)
    {
        parameter.Collection?.Remove(parameter);
        return parameter;
    }
}
