using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>
/// What rings enclose: a place is in it if an odd number of them goes around it, so a ring inside another is a hole. Edges are straight in latitude
/// and longitude and take the shorter way around the Earth, across the antimeridian too.
/// </summary>
/// <remarks>
/// A ring that goes once around the Earth eastwards has the North Pole inside, westwards the South Pole: the inside is on the left, as RFC 7946
/// draws rings. A place on an edge belongs to the polygon east of it, or north of it where the edge runs east-west; so neighbours share nothing.
/// </remarks>
/// <param name="Rings">Each of at least three places; the last is joined to the first.</param>
public sealed record PolygonRegion(IReadOnlyList<IReadOnlyList<GeoPoint>> Rings) : RegionCondition;
