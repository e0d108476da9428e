using DuckDB.NET.Data;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>Writes areas to a database file as they come, within the one transaction that replaces the layer.</summary>
internal sealed class DuckDbSink : MapSink
{
    private readonly string _file;
    private readonly string _layer;
    private readonly string _map;
    private readonly DuckDBConnection _connection;
    private readonly DuckDBTransaction _transaction;
    private readonly DuckDBAppender _areas;
    private readonly DuckDBAppender _polygons;
    private readonly Dictionary<Area, long> _ancestors = [];
    private readonly WKBWriter _wkb = new();
    private long _nextArea;
    private long _nextPolygon;
    private bool _isClosed;

    private DuckDbSink(string file, MapName map, DuckDBConnection connection, DuckDBTransaction transaction)
    {
        (_file, _layer, _map, _connection, _transaction) = (file, map.Layer, map.ToString(), connection, transaction);
        _nextArea = Next("area");
        _nextPolygon = Next("polygon");
        DuckDbFile.Run(connection, "DELETE FROM polygon WHERE map = $1", _map);
        DuckDbFile.Run(connection, "DELETE FROM area WHERE map = $1", _map);
        _areas = connection.CreateAppender("area");
        _polygons = connection.CreateAppender("polygon");
    }

    /// <inheritdoc/>
    public override string Place => "DuckDB";

    /// <summary>Opens the file, makes its tables where they are missing, and begins the transaction.</summary>
    /// <exception cref="GeocoderUnavailableException">The file is no database, or another process writes to it.</exception>
    public static DuckDbSink Begin(string file, MapName map)
    {
        DuckDBConnection? connection = null;
        try
        {
            if (Path.GetDirectoryName(Path.GetFullPath(file)) is { } folder) Directory.CreateDirectory(folder);
            connection = DuckDbFile.OpenForWriting(file);
            DuckDbFile.Run(connection, MapSchema.Create);
            return new DuckDbSink(file, map, connection, connection.BeginTransaction());
        }
        catch (DuckDBException exception)
        {
            connection?.Dispose();
            throw Unavailable(file, exception);
        }
        catch
        {
            connection?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override ValueTask AddAsync(MapArea area, CancellationToken cancellationToken)
    {
        Guard(() => Add(area));
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task PrepareAsync(CancellationToken cancellationToken)
    {
        Guard(CloseAppenders);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task CommitAsync()
    {
        Guard(_transaction.Commit);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        try
        {
            CloseAppenders();
            _transaction.Dispose();
        }
        catch (DuckDBException)
        {
            // What failed was told where it happened; the connection's end takes the rest back.
        }

        _connection.Dispose();
        return ValueTask.CompletedTask;
    }

    private void Guard(Action work)
    {
        try
        {
            work();
        }
        catch (DuckDBException exception)
        {
            throw Unavailable(_file, exception);
        }
    }

    private static GeocoderUnavailableException Unavailable(string file, DuckDBException exception) =>
        new($"The map's database '{file}' cannot be written: {exception.Message}", isTransient: false, exception);

    private void Add(MapArea area)
    {
        long? parent = null;
        foreach (var ancestor in area.Ancestors.Reverse())
        {
            if (!_ancestors.TryGetValue(ancestor, out var known)) _ancestors[ancestor] = known = AddArea(ancestor, parent);
            parent = known;
        }

        var number = AddArea(new Area(_layer, area.Code, area.Name, area.ParentCode), parent);
        foreach (var polygon in PolygonGeometry.FromMap(area.Polygons).Geometries.Where(polygon => !polygon.IsEmpty)) AddPolygon(number, polygon);
    }

    private long Next(string table)
    {
        using var command = DuckDbFile.Command(_connection, $"SELECT coalesce(max(id), -1) + 1 FROM {table}");
        return Convert.ToInt64(command.ExecuteScalar(), System.Globalization.CultureInfo.InvariantCulture);
    }

    private long AddArea(Area area, long? parent)
    {
        var number = _nextArea++;
        _areas.CreateRow().AppendValue(number).AppendValue(_map).AppendValue(area.Layer).AppendValue(area.Code).AppendValue(area.Name).AppendValue(area.ParentCode).AppendValue(parent).EndRow();
        return number;
    }

    private void AddPolygon(long area, Geometry polygon)
    {
        var envelope = polygon.EnvelopeInternal;
        _polygons.CreateRow().AppendValue(_nextPolygon++).AppendValue(_map).AppendValue(area)
            .AppendValue(envelope.MinX).AppendValue(envelope.MinY).AppendValue(envelope.MaxX).AppendValue(envelope.MaxY).AppendValue(_wkb.Write(polygon)).EndRow();
    }

    private void CloseAppenders()
    {
        if (_isClosed) return;
        _isClosed = true;
        _areas.Dispose();
        _polygons.Dispose();
    }
}
