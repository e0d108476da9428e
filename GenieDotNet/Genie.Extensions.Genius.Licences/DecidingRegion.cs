using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Licences;

/// <summary>The region that decided about a licence.</summary>
/// <param name="Layer">Which kind of area: <c>county</c>; empty for no area.</param>
/// <param name="Code">Its code: <c>42101</c>.</param>
/// <param name="Name">Its name with those of the areas around it: <c>Philadelphia, Pennsylvania, United States of America</c>.</param>
public sealed record DecidingRegion(string Layer, string Code, string Name)
{
    /// <summary>No area of the map.</summary>
    public static DecidingRegion OpenSea { get; } = new("", "", "the open sea");

    /// <summary>Not a place at all.</summary>
    public static DecidingRegion NoPlace { get; } = new("", "", "no place on Earth");

    /// <summary>The name, and kind and code where it has any.</summary>
    public override string ToString() => Layer.Length == 0 ? Name : $"{Name} ({Layer} {Code})";

    /// <summary>The smallest area of an answer.</summary>
    internal static DecidingRegion NarrowestOf(in PlaceAnswer answer) => answer.Status switch
    {
        LookupStatus.InvalidCoordinate => NoPlace,
        LookupStatus.Nowhere => OpenSea,
        _ => (answer.PostalCode ?? answer.Place ?? answer.County ?? answer.State ?? answer.Country) is { } area ? Of(area, answer) : OpenSea,
    };

    /// <summary>An area of an answer.</summary>
    internal static DecidingRegion Of(Area area, in PlaceAnswer answer)
    {
        Area?[] areas = [answer.PostalCode, answer.Place, answer.County, answer.State, answer.Country];
        var around = areas.SkipWhile(each => each is null || each.Layer != area.Layer).OfType<Area>();
        return new DecidingRegion(area.Layer, area.Code, string.Join(", ", around.Select(each => each.Name)));
    }

    internal static DecidingRegion FromMessage(LicenceRegion message) => new(message.Layer, message.Code, message.Name);

    internal LicenceRegion ToMessage() => new() { Layer = Layer, Code = Code, Name = Name };
}
