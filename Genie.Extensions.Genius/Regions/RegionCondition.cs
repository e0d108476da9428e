using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>A part of the Earth, which a place is in or is not. An invalid coordinate is in none.</summary>
public abstract record RegionCondition
{
    private protected RegionCondition()
    {
    }

    /// <summary>A country by its ISO 3166-1 alpha-2 code.</summary>
    public static AreaRegion Country(string code) => new(AreaLayer.Country, code);

    /// <summary>A first-level division by its ISO 3166-2 code.</summary>
    public static AreaRegion State(string code) => new(AreaLayer.State, code);

    /// <summary>A county by its code (FIPS).</summary>
    public static AreaRegion County(string code) => new(AreaLayer.County, code);

    /// <summary>A town by its code.</summary>
    public static AreaRegion Place(string code) => new(AreaLayer.Place, code);

    /// <summary>A postal code.</summary>
    public static AreaRegion PostalCode(string code) => new(AreaLayer.PostalCode, code);

    /// <summary>All places within a distance.</summary>
    public static CircleRegion Circle(GeoPoint centre, double radiusMetres) => new(centre, radiusMetres);

    /// <summary>The inside of a ring.</summary>
    public static PolygonRegion Polygon(params IReadOnlyList<GeoPoint> ring) => new([ring]);

    /// <summary>A cell of the geohash grid.</summary>
    public static CellRegion Cell(string geohash) => new(geohash);
}
