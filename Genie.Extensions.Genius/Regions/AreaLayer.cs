namespace Genie.Extensions.Genius.Regions;

/// <summary>The kinds of named areas, from the widest; the geocoder's layers.</summary>
public enum AreaLayer
{
    /// <summary>A country; ISO 3166-1 alpha-2: <c>US</c>.</summary>
    Country,

    /// <summary>A first-level division; ISO 3166-2: <c>US-PA</c>.</summary>
    State,

    /// <summary>A county; FIPS in the United States: <c>42101</c>.</summary>
    County,

    /// <summary>A town, by the code of its layer.</summary>
    Place,

    /// <summary>A postal code: <c>19134</c>.</summary>
    PostalCode,
}
