namespace Genie.Geocoding;

/// <summary>How a look-up ended; never an exception for a mere coordinate.</summary>
public enum LookupStatus
{
    /// <summary>At least one layer has an area there.</summary>
    Found,

    /// <summary>No area of any layer: the open sea.</summary>
    Nowhere,

    /// <summary>Latitude out of range, NaN or infinite.</summary>
    InvalidCoordinate,

    /// <summary>
    /// No country has the point, but one is within the radius that was asked for: the nearest country, state and county, as far off as
    /// <see cref="PlaceAnswer.DistanceMetres"/> says. See <see cref="EmbeddedGeocoderOptions.NearestAreaMetres"/>.
    /// </summary>
    Nearby,
}
