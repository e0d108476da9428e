namespace Genie.Geocoding;

/// <summary>A place on Earth in degrees, WGS 84.</summary>
/// <param name="Latitude">-90 (South Pole) to 90; anything else, NaN included, is <see cref="LookupStatus.InvalidCoordinate"/>.</param>
/// <param name="Longitude">Any finite number; it is taken modulo 360.</param>
public readonly record struct GeoPoint(double Latitude, double Longitude);
