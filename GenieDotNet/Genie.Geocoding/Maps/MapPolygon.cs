namespace Genie.Geocoding.Maps;

/// <summary>A polygon: the even-odd rule over all its rings, so that holes are simply further rings.</summary>
/// <param name="Rings">Closed rings of longitude and latitude in degrees, x before y, the first place repeated at the end or not.</param>
public sealed record MapPolygon(IReadOnlyList<double[]> Rings);
