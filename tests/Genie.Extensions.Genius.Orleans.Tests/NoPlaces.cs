using Genie.Geocoding;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>A geocoder that knows no areas: rules of these tests ask for none.</summary>
internal sealed class NoPlaces : IReverseGeocoder
{
    public string Name => "none";

    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) => new(new PlaceAnswer(LookupStatus.Nowhere));
}
