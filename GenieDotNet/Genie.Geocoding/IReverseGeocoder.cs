namespace Genie.Geocoding;

/// <summary>Finds the areas around a point. Safe for concurrent callers.</summary>
public interface IReverseGeocoder
{
    /// <summary>Its name in results: <c>embedded</c>, <c>postgis</c>.</summary>
    string Name { get; }

    /// <summary>
    /// The codes of all areas that it can answer with as of now, by the names of their layers; of a layer that is missing there is nothing to tell, and null: of none.
    /// It is the same object as long as nothing has changed.
    /// </summary>
    IReadOnlyDictionary<string, IReadOnlySet<string>>? AreaCodes => null;

    /// <summary>Looks a point up; completes at once where nothing has to be asked over a network.</summary>
    ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken);
}
