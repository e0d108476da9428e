using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding;

/// <summary>Puts an answer together from the areas of several layers.</summary>
internal static class AnswerParts
{
    /// <summary>The names of the layers that an answer has a member for; all other layers are in <see cref="PlaceAnswer.Others"/>.</summary>
    public static string[] Layers { get; } = ["country", "state", "county", "place", "postal", "timezone"];

    /// <summary>
    /// The first answer with what it lacks from the second, but for what would contradict it: a county of another state, a state of
    /// another country. Codes contradict each other where both are ISO 3166's; others cannot be compared.
    /// </summary>
    public static PlaceAnswer Join(in PlaceAnswer first, in PlaceAnswer second)
    {
        if (!CountryCodes.MayBeSame(CountryOf(first), CountryOf(second))) return first;
        var (division, other) = (DivisionOf(first), DivisionOf(second));
        var isSame = division is null || other is null || division == other;
        if (isSame && first.State is { } state && second.State is { } otherState) isSame = state.Code == otherState.Code;
        return isSame ? Merge(first, second) : first with { Country = first.Country ?? second.Country };
    }

    private static ReadOnlySpan<char> CountryOf(in PlaceAnswer answer)
    {
        if (answer.Country is { } country) return country.Code;
        if (answer.State is { } state && CountryCodes.IsCountry(state.ParentCode)) return state.ParentCode;
        return DivisionOf(answer) is { } division ? division.AsSpan(0, 2) : answer.Place?.ParentCode;
    }

    private static string? DivisionOf(in PlaceAnswer answer) =>
        Division(answer.State?.Code) ?? Division(answer.County?.ParentCode) ?? Division(answer.PostalCode?.ParentCode) ?? Division(answer.Place?.ParentCode);

    private static string? Division(string? code) => CountryCodes.IsDivision(code) ? code : null;

    private static PlaceAnswer Merge(in PlaceAnswer first, in PlaceAnswer second) => new(
        first.Status == LookupStatus.Nearby ? LookupStatus.Nearby : LookupStatus.Found,
        first.Country ?? second.Country,
        first.State ?? second.State,
        first.County ?? second.County,
        first.PostalCode ?? second.PostalCode,
        first.TimeZone ?? second.TimeZone,
        first.Place ?? second.Place,
        first.DistanceMetres,
        first.Others is null ? second.Others : second.Others is null ? first.Others : Unite(first.Others, second.Others));

    // Of one layer the first answers, as everywhere.
    private static Area[] Unite(IReadOnlyList<Area> first, IReadOnlyList<Area> second) =>
        [.. first, .. second.Where(area => first.All(known => known.Layer != area.Layer))];

    /// <summary>The answer with one more area.</summary>
    public static PlaceAnswer Add(in PlaceAnswer answer, Area area) => SlotOf(area.Layer) switch
    {
        LayerSlots.Country => answer with { Country = area },
        LayerSlots.State => answer with { State = area },
        LayerSlots.County => answer with { County = area },
        LayerSlots.PostalCode => answer with { PostalCode = area },
        LayerSlots.TimeZone => answer with { TimeZone = area },
        LayerSlots.Place => answer with { Place = area },
        _ => answer with { Others = [.. answer.Others ?? [], area] },
    };

    /// <summary>The areas of an answer.</summary>
    public static IEnumerable<Area> AreasOf(PlaceAnswer answer) =>
        [.. new[] { answer.Country, answer.State, answer.County, answer.PostalCode, answer.TimeZone, answer.Place }.OfType<Area>(), .. answer.Others ?? []];

    /// <summary>The member that a layer's areas fill.</summary>
    public static LayerSlots SlotOf(string layer) => layer switch
    {
        "country" => LayerSlots.Country,
        "state" => LayerSlots.State,
        "county" => LayerSlots.County,
        "postal" => LayerSlots.PostalCode,
        "timezone" => LayerSlots.TimeZone,
        "place" => LayerSlots.Place,
        _ => LayerSlots.None,
    };
}
