using System.Collections.Concurrent;
using DuckDB.NET.Data;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>
/// A reverse geocoder on a DuckDB file: its spatial extension tests the polygons where it is installed, else SQL finds the
/// polygons whose envelope has the point, and the exact test is made in this process. The file cannot be written meanwhile.
/// </summary>
/// <remarks>A point on a border intersects both neighbours; the smaller code answers, as with PostGIS.</remarks>
internal sealed class DuckDbGeocoder : IReverseGeocoder, IDisposable
{
    private readonly string _file;
    private readonly PolygonTests? _tests;
    private readonly AreaCatalog _catalog = new();
    private readonly ConcurrentBag<LookupConnection> _free = [];
    private volatile bool _disposed;

    private DuckDbGeocoder(string file, PolygonTests? tests) => (_file, _tests) = (file, tests);

    /// <inheritdoc/>
    public string Name => "duckdb";

    /// <summary>Opens it and reads the areas' names.</summary>
    /// <exception cref="GeocoderUnavailableException">The file is missing, or no database, or has no maps.</exception>
    public static DuckDbGeocoder Open(string file)
    {
        if (!File.Exists(file)) throw Unavailable(file, "there is no such file.", null);
        try
        {
            var geocoder = new DuckDbGeocoder(file, LookupConnection.HasSpatial(file) ? null : new PolygonTests());
            var first = new LookupConnection(file, geocoder._tests);
            geocoder._free.Add(first);
            geocoder._catalog.Add(first.ReadAreas());
            return geocoder;
        }
        catch (DuckDBException exception)
        {
            throw Unavailable(file, exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    /// <remarks>The database runs in this process: the answer is there when the call returns.</remarks>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<PlaceAnswer>(cancellationToken);
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return new ValueTask<PlaceAnswer>(new PlaceAnswer(LookupStatus.InvalidCoordinate));
        ObjectDisposedException.ThrowIf(_disposed, this);
        try
        {
            return new ValueTask<PlaceAnswer>(LookUp(longitude, latitude));
        }
        catch (DuckDBException exception)
        {
            return ValueTask.FromException<PlaceAnswer>(Unavailable(_file, exception.Message, exception));
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _disposed = true;
        while (_free.TryTake(out var connection)) connection.Dispose();
    }

    private PlaceAnswer LookUp(double longitude, double latitude)
    {
        var connection = _free.TryTake(out var free) ? free : new LookupConnection(_file, _tests);
        try
        {
            var numbers = new List<long>(4);
            connection.Find(longitude, latitude, numbers);
            var found = new List<AreaCatalog.KnownArea>(numbers.Count);
            foreach (var number in numbers)
            {
                if (_catalog.TryGet(number, out var area)) found.Add(area);
            }

            return AreaCatalog.Combine(found);
        }
        finally
        {
            if (_disposed) connection.Dispose();
            else _free.Add(connection);
        }
    }

    private static GeocoderUnavailableException Unavailable(string file, string reason, Exception? cause) =>
        new($"The geocoder's database '{file}' cannot be read: {reason} Make one: genie map import built-in --duckdb FILE.", isTransient: false, cause);
}
