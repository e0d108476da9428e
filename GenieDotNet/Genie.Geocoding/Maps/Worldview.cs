using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps;

/// <summary>
/// To which country disputed divisions belong, in the eyes of a country. Without a view that is what ISO 3166 says. Whole divisions
/// only: where a border is disputed within one, all views have the map's.
/// </summary>
public sealed class Worldview
{
    // The view; the division, or all of a country (TW-*); what it is called then: code and name. The code names the country.
    private static readonly (string View, string Division, string Code, string Name)[] Claims =
    [
        ("AR", "FK-*", "AR-V", "Tierra del Fuego"),
        ("AR", "GS-*", "AR-V", "Tierra del Fuego"),
        ("CN", "TW-*", "CN-TW", "Taiwan"),
        ("CN", "IN-AR", "CN-XZ", "Xizang"),
        ("CN", "VN-X08~", "CN-HI", "Hainan"),
        ("IN", "PK-JK", "IN-JK", "Jammu and Kashmir"),
        ("IN", "PK-GB", "IN-LA", "Ladakh"),
        ("MA", "EH-*", "MA-EH", "Western Sahara"),
        ("PH", "VN-X08~", "PH-PLW", "Palawan"),
        ("PK", "IN-JK", "PK-JK", "Azad Kashmir"),
        ("PK", "IN-LA", "PK-GB", "Gilgit-Baltistan"),
        ("PK", "IN-X06~", "PK-GB", "Gilgit-Baltistan"),
        ("RS", "XK-*", "RS-KM", "Kosovo-Metohija"),
        ("RU", "UA-40", "RU-SEV", "Sevastopol"),
        ("RU", "UA-43", "RU-CR", "Crimea"),
        ("TW", "VN-X08~", "TW-KHH", "Kaohsiung City"),
    ];

    private readonly Dictionary<string, (string Code, string Name)> _claims;
    private readonly Dictionary<string, Area> _countries;

    private Worldview(Dictionary<string, (string, string)> claims, Dictionary<string, Area> countries) => (_claims, _countries) = (claims, countries);

    /// <summary>The views that differ from ISO 3166's, by the codes of the countries that hold them.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Claims.Select(claim => claim.View).Distinct()];

    /// <summary>The view of a name of <see cref="Names"/>.</summary>
    internal static Worldview Of(string name) => Names.Contains(name)
        ? new Worldview(Claims.Where(claim => claim.View == name).ToDictionary(claim => claim.Division, claim => (claim.Code, claim.Name)), [])
        : throw new ArgumentException($"There is no worldview '{name}'. Known: {string.Join(", ", Names)}; without one, ISO 3166's.", nameof(name));

    /// <summary>The same view, with the countries of a map to name.</summary>
    internal Worldview For(IReadOnlyList<IndexedArea> areas) =>
        new(_claims, areas.Select(area => area.Area).Where(area => area.Layer == "country").DistinctBy(area => area.Code).ToDictionary(area => area.Code));

    /// <summary>An answer as this view has it.</summary>
    internal PlaceAnswer See(in PlaceAnswer answer)
    {
        if (answer.State is not { } state || !CountryCodes.IsDivision(state.Code)) return answer;
        if (!_claims.TryGetValue(state.Code, out var claim) && !_claims.TryGetValue($"{state.Code[..2]}-*", out claim)) return answer;
        var country = claim.Code[..2];
        return answer with
        {
            State = new Area(state.Layer, claim.Code, claim.Name, country),
            Country = _countries.GetValueOrDefault(country) ?? new Area("country", country, country, ""),
        };
    }
}
