using System.Globalization;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>Regions as people write them, in options and settings.</summary>
public static class RegionText
{
    private static readonly (string Kind, AreaLayer Layer, string Example)[] Areas =
    [
        ("county", AreaLayer.County, "42101"), ("state", AreaLayer.State, "US-PA"), ("country", AreaLayer.Country, "US"),
        ("postal-code", AreaLayer.PostalCode, "19134"), ("place", AreaLayer.Place, "CODE"),
    ];

    /// <summary>What is understood, for help texts: <c>county:42101, state:US-PA, circle:LAT,LON,METRES or cell:GEOHASH</c>. A circle's centre may be written in every way that <see cref="GeoPoint.TryParse(string, out GeoPoint)"/> reads.</summary>
    /// <param name="layers">The layers that there is a map of.</param>
    public static string FormsOf(IReadOnlyCollection<AreaLayer> layers) =>
        string.Concat(Areas.Where(area => layers.Contains(area.Layer)).Select(area => $"{area.Kind}:{area.Example}, ")) + "circle:LAT,LON,METRES or cell:GEOHASH";

    /// <summary>Reads a region.</summary>
    /// <exception cref="InvalidRegionException">It is none.</exception>
    public static RegionCondition Parse(string text) => Parse(text, Enum.GetValues<AreaLayer>());

    /// <summary>Reads one of <see cref="FormsOf"/>.</summary>
    /// <param name="text">The text.</param>
    /// <param name="layers">The layers that there is a map of: no place would ever be found in an area of another.</param>
    /// <exception cref="InvalidRegionException">It is none, or an area of another layer.</exception>
    public static RegionCondition Parse(string text, IReadOnlyCollection<AreaLayer> layers)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(layers);
        if (text.Split(':', 2) is not [var kind, { Length: > 0 } value] || (kind != "circle" && value.Contains(':', StringComparison.Ordinal))) throw None(text, layers);
        foreach (var area in Areas)
        {
            if (area.Kind == kind && layers.Contains(area.Layer)) return new AreaRegion(area.Layer, value);
        }

        return kind switch
        {
            "circle" => ParseCircle(value) ?? throw None(text, layers),
            "cell" => ParseCell(value),
            _ => throw None(text, layers),
        };
    }

    private static CircleRegion? ParseCircle(string value) =>
        value.LastIndexOf(',') is >= 0 and var comma && GeoPoint.TryParse(value[..comma], out var centre)
        && double.TryParse(value[(comma + 1)..], NumberStyles.Float & ~NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out var metres) && metres >= 0
            ? RegionCondition.Circle(centre, metres) : null;

    private static CellRegion ParseCell(string value)
    {
        Geohash.Parse(value);
        return RegionCondition.Cell(value);
    }

    private static InvalidRegionException None(string text, IReadOnlyCollection<AreaLayer> layers) => new($"'{text}' is no region that is known here. It looks like this: {FormsOf(layers)}.");
}
