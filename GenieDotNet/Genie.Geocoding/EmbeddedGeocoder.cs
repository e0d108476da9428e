using System.Runtime.CompilerServices;
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
public sealed class EmbeddedGeocoder : IReverseGeocoder
{
    private readonly NamedLayer _counties;
    private readonly NamedLayer _states;

    private EmbeddedGeocoder(NamedLayer counties, NamedLayer states) => (_counties, _states) = (counties, states);

    /// <inheritdoc/>
    public string Name => "embedded";

    /// <summary>Opens the maps that the library carries.</summary>
    /// <exception cref="MapFormatException">The library's own data is damaged.</exception>
    public static EmbeddedGeocoder Open(EmbeddedGeocoderOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new EmbeddedGeocoder(
            new NamedLayer(BuiltInMaps.OpenCounties(options.CacheFolder)),
            new NamedLayer(BuiltInMaps.OpenStates(options.CacheFolder)));
    }

    /// <summary>Opens with default options.</summary>
    public static EmbeddedGeocoder OpenDefault() => Open(new EmbeddedGeocoderOptions());

    /// <summary>The index of one layer, for those who want that layer only.</summary>
    /// <param name="name"><c>county</c> or <c>state</c>.</param>
    public LayerIndex Layer(string name) => name switch
    {
        "county" => _counties.Index,
        "state" => _states.Index,
        _ => throw new ArgumentException($"The layer '{name}' has no index. Known: county, state.", nameof(name)),
    };

    /// <summary>All areas at a point.</summary>
    public PlaceAnswer LookUp(GeoPoint point)
    {
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return new PlaceAnswer(LookupStatus.InvalidCoordinate);
        ref readonly var county = ref _counties.AnswerAt(latitude, longitude);
        return Unsafe.IsNullRef(in county) ? FromStates(latitude, longitude) : county;
    }

    /// <summary>Looks many points up.</summary>
    /// <param name="points">The points.</param>
    /// <param name="answers">As many answers, in the same order.</param>
    public void LookUp(ReadOnlySpan<GeoPoint> points, Span<PlaceAnswer> answers)
    {
        if (answers.Length < points.Length) throw new ArgumentException($"{points.Length} points need as many answers, not {answers.Length}.", nameof(answers));
        for (var i = 0; i < points.Length; i++) answers[i] = LookUp(points[i]);
    }

    /// <inheritdoc/>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<PlaceAnswer>(cancellationToken) : new ValueTask<PlaceAnswer>(LookUp(point));

    private PlaceAnswer FromStates(double latitude, double longitude)
    {
        ref readonly var state = ref _states.AnswerAt(latitude, longitude);
        return Unsafe.IsNullRef(in state) ? new PlaceAnswer(LookupStatus.Nowhere) : state;
    }
}
