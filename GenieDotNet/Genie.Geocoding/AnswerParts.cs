using Genie.Geocoding.Indexing;

namespace Genie.Geocoding;

/// <summary>Puts an answer together from the areas of several layers.</summary>
internal static class AnswerParts
{
    /// <summary>The names of the layers that an answer has a member for.</summary>
    public static string[] Layers { get; } = ["country", "state", "county", "place", "postal", "timezone"];

    /// <summary>What the first answer lacks, from the second.</summary>
    public static PlaceAnswer Merge(in PlaceAnswer first, in PlaceAnswer second) => new(
        LookupStatus.Found,
        first.Country ?? second.Country,
        first.State ?? second.State,
        first.County ?? second.County,
        first.PostalCode ?? second.PostalCode,
        first.TimeZone ?? second.TimeZone,
        first.Place ?? second.Place);

    /// <summary>The answer with one more area.</summary>
    public static PlaceAnswer Add(in PlaceAnswer answer, Area area) => SlotOf(area.Layer) switch
    {
        LayerSlots.Country => answer with { Country = area },
        LayerSlots.State => answer with { State = area },
        LayerSlots.County => answer with { County = area },
        LayerSlots.PostalCode => answer with { PostalCode = area },
        LayerSlots.TimeZone => answer with { TimeZone = area },
        LayerSlots.Place => answer with { Place = area },
        _ => answer,
    };

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
