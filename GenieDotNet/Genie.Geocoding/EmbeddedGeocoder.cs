using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding;

/// <summary>
/// A reverse geocoder within the process: the counties of the United States and the first-level divisions of the world, in
/// index files that are built once, mapped, and shared by all processes. A look-up allocates nothing and takes no lock.
/// </summary>
/// <remarks>
/// Exact for every double. A point on a border belongs to the area just east of it (on a border that runs east-west, just
/// north), so that each belongs to one area only; the North Pole is answered as the last place south of it, the longitude 180
/// as -180. Where areas of a map overlap, the smallest code answers. A county implies its state and country, even where
/// the coarser map of the world disagrees beside a border.
/// </remarks>
public sealed class EmbeddedGeocoder : IReverseGeocoder, IDisposable
{
    private readonly EmbeddedGeocoderOptions _options;
    private readonly NamedLayer[] _builtIn;
    private readonly Worldview? _worldview;
    private readonly MapFolder? _folder;
    private readonly Lock _changing = new();
    private readonly Timer? _timer;
    private volatile LayerStack _layers;

    private EmbeddedGeocoder(EmbeddedGeocoderOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(options.NearestAreaMetres);
        _options = options;
        _worldview = options.Worldview is { } view ? Worldview.Of(view) : null;
        _builtIn = [.. options.Layers.Select(layer => new NamedLayer(BuiltInMaps.Open(layer, options.CacheFolder), _worldview))];
        _layers = new LayerStack(_builtIn);
        if (options.MapFolder is { } folder) _folder = new MapFolder(folder);
        Reload();
        if (options.ReloadInterval is { } interval) _timer = new Timer(static state => ((EmbeddedGeocoder)state!).ReloadQuietly(), this, interval, interval);
    }

    /// <inheritdoc/>
    public string Name => "embedded";

    /// <inheritdoc/>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> AreaCodes => _layers.AreaCodes;

    /// <summary>Why the last reload by <see cref="EmbeddedGeocoderOptions.ReloadInterval"/> kept the old layers, or null.</summary>
    public Exception? ReloadError { get; private set; }

    /// <summary>
    /// The files of the folder that are no index or are damaged, each with its name and the reason. Of such a file the layer that it
    /// held before stays, if it was opened then; all other layers answer.
    /// </summary>
    public IReadOnlyList<IndexFormatException> DamagedFiles => _folder?.Damaged ?? [];

    /// <summary>Opens the maps that the library carries and those of the options' folder.</summary>
    /// <exception cref="MapFormatException">The library's own data is damaged.</exception>
    public static EmbeddedGeocoder Open(EmbeddedGeocoderOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new EmbeddedGeocoder(options);
    }

    /// <summary>Opens with default options.</summary>
    public static EmbeddedGeocoder OpenDefault() => Open(new EmbeddedGeocoderOptions());

    /// <summary>The index of one layer, for those who want that layer only.</summary>
    /// <param name="name"><c>county</c>, <c>state</c>, or the name of another layer that was opened.</param>
    public LayerIndex Layer(string name) =>
        _layers.Find(name)?.Index ?? throw new ArgumentException($"There is no layer '{name}' among those opened.", nameof(name));

    /// <summary>All areas at a point.</summary>
    public PlaceAnswer LookUp(GeoPoint point)
    {
        try
        {
            var layers = _layers;
            var answer = layers.LookUp(point);
            return _options.NearestAreaMetres > 0 ? layers.AddNearest(answer, point, _options.NearestAreaMetres) : answer;
        }
        catch (IndexFormatException damage) when (TrySetAside(damage))
        {
            return LookUp(point);
        }
    }

    /// <summary>Looks many points up, faster than one by one: their cache misses overlap.</summary>
    /// <param name="points">The points.</param>
    /// <param name="answers">As many answers, in the same order.</param>
    public void LookUp(ReadOnlySpan<GeoPoint> points, Span<PlaceAnswer> answers)
    {
        if (answers.Length < points.Length) throw new ArgumentException($"{points.Length} points need as many answers, not {answers.Length}.", nameof(answers));
        try
        {
            var layers = _layers;
            layers.LookUp(points, answers);
            if (_options.NearestAreaMetres <= 0) return;
            for (var i = 0; i < points.Length; i++) answers[i] = layers.AddNearest(answers[i], points[i], _options.NearestAreaMetres);
        }
        catch (IndexFormatException damage) when (TrySetAside(damage))
        {
            LookUp(points, answers);
        }
    }

    /// <inheritdoc/>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<PlaceAnswer>(cancellationToken) : new ValueTask<PlaceAnswer>(LookUp(point));

    /// <summary>
    /// Opens the files of <see cref="EmbeddedGeocoderOptions.MapFolder"/> again if any was added, replaced or deleted. Look-ups go
    /// on meanwhile: each is answered wholly by the old layers or wholly by the new ones.
    /// </summary>
    /// <returns>True if anything changed. What is damaged is left out: see <see cref="DamagedFiles"/>.</returns>
    public bool Reload()
    {
        lock (_changing)
        {
            if (_folder?.Refresh() != true) return false;
            _layers = Stack();
            return true;
        }
    }

    /// <summary>Stops looking for changed files. Look-ups stay possible; the memory goes with the object.</summary>
    public void Dispose() => _timer?.Dispose();

    private LayerStack Stack() => new([.. _folder?.Layers ?? [], .. _builtIn]);

    // Damage that shows only when a look-up touches it costs an imported layer, and no answer of another one; a built-in one is built again.
    private bool TrySetAside(IndexFormatException damage)
    {
        lock (_changing)
        {
            var builtIn = Array.FindIndex(_builtIn, layer => layer.Index.HasDamage(damage));
            if (builtIn >= 0) _builtIn[builtIn] = new NamedLayer(BuiltInMaps.Open(_options.Layers[builtIn], _options.CacheFolder, isDamaged: true), _worldview);
            else if (damage.File is null) return false;
            else _folder?.SetAside(damage);
            _layers = Stack();
            return true;
        }
    }

    // On the timer's thread nobody could catch anything.
    private void ReloadQuietly()
    {
        try
        {
            Reload();
            ReloadError = null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            ReloadError = exception;
        }
    }
}
