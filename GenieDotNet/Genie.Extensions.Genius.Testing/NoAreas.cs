using Genie.Geocoding;

namespace Genie.Extensions.Genius.Testing;

/// <summary>A geocoder of a world without areas, for rules that name none: nothing has to be loaded.</summary>
public sealed class NoAreas : IReverseGeocoder
{
    private NoAreas()
    {
    }

    /// <summary>The only one there has to be.</summary>
    public static NoAreas Instance { get; } = new();

    /// <inheritdoc/>
    public string Name => "none";

    /// <inheritdoc/>
    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) => new(new PlaceAnswer(LookupStatus.Nowhere));
}
