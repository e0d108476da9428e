namespace Genie.Geocoding;

/// <summary>One area of a layer: a country, a state, a county. One object an area, shared by all answers.</summary>
/// <param name="Layer">The layer's name: <c>country</c>, <c>state</c>, <c>county</c>, <c>postal</c>, <c>timezone</c>, <c>place</c>.</param>
/// <param name="Code">Its code: ISO 3166-1 alpha-2, ISO 3166-2, FIPS.</param>
/// <param name="Name">Its name.</param>
/// <param name="ParentCode">The code of the area around it, empty where there is none.</param>
public sealed record Area(string Layer, string Code, string Name, string ParentCode)
{
    /// <summary>Further properties that the import kept: a JSON object, all its values texts. Null: none.</summary>
    public string? Properties { get; init; }
}
