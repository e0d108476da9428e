namespace Genie.Geocoding;

/// <summary>Finds the areas around a point. Safe for concurrent callers.</summary>
public interface IReverseGeocoder
{
    /// <summary>Its name in results: <c>embedded</c>, <c>postgis</c>.</summary>
    string Name { get; }

    /// <summary>Looks a point up; completes at once where nothing has to be asked over a network.</summary>
    ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken);
}
