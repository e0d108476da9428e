namespace Genie.Geocoding.Places;

/// <summary>
/// Adds the nearest place to another geocoder's answers where no area of the layer <c>place</c> holds the point: in the answer's own
/// country, where it has one. A point in the open sea with a place within the radius is then found, with that place alone.
/// </summary>
/// <param name="inner">The other geocoder, which stays its owner's.</param>
/// <param name="places">The places.</param>
/// <param name="radiusMetres">How far a place may be.</param>
public sealed class NearestPlaceGeocoder(IReverseGeocoder inner, NearestPlaces places, double radiusMetres) : IReverseGeocoder
{
    private const string PlaceLayer = "place";

    private AreaCodesBut? _areaCodes;

    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <summary>The other geocoder's, without those of places.</summary>
    public IReadOnlyDictionary<string, IReadOnlySet<string>>? AreaCodes
    {
        get
        {
            if (inner.AreaCodes is not { } codes || !codes.ContainsKey(PlaceLayer)) return inner.AreaCodes;
            if (_areaCodes is not { } known || known.Inner != codes) _areaCodes = known = new AreaCodesBut(codes, codes.Where(static layer => layer.Key != PlaceLayer).ToDictionary(StringComparer.Ordinal));
            return known.Codes;
        }
    }

    /// <inheritdoc/>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        var lookup = inner.LookUpAsync(point, cancellationToken);
        return lookup.IsCompletedSuccessfully ? new ValueTask<PlaceAnswer>(Complete(point, lookup.Result)) : AwaitAsync(lookup, point);
    }

    private async ValueTask<PlaceAnswer> AwaitAsync(ValueTask<PlaceAnswer> lookup, GeoPoint point) => Complete(point, await lookup.ConfigureAwait(false));

    private PlaceAnswer Complete(GeoPoint point, PlaceAnswer answer)
    {
        if (answer.Status == LookupStatus.InvalidCoordinate || answer.Place is not null) return answer;
        if (places.Find(point, radiusMetres, answer.Country?.Code, out _) is not { } place) return answer;
        return answer with { Status = answer.Status == LookupStatus.Nearby ? LookupStatus.Nearby : LookupStatus.Found, Place = place };
    }

    private sealed record AreaCodesBut(IReadOnlyDictionary<string, IReadOnlySet<string>> Inner, IReadOnlyDictionary<string, IReadOnlySet<string>> Codes);
}
