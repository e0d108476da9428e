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
}
