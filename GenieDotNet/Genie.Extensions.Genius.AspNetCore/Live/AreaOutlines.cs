using Genie.Extensions.Genius.Regions;
using Genie.Geocoding.Maps;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Outlines of named areas, for pictures: from the maps that the library carries, which are read when an area of theirs is first asked for.</summary>
/// <remarks>Towns, and areas of imported layers, have none. A country is drawn as its divisions.</remarks>
internal sealed class AreaOutlines
{
    private readonly Lazy<ILookup<string, MapArea>> _countries;
    private readonly Lazy<ILookup<string, MapArea>> _states;
    private readonly Lazy<ILookup<string, MapArea>> _counties = new(static () => Index(BuiltInMaps.ReadCounties(), static area => area.Code));
    private readonly Lazy<ILookup<string, MapArea>> _postalCodes = new(static () => Index(BuiltInMaps.ReadPostalCells(), static area => area.Code));

    /// <summary>Reads nothing yet.</summary>
    public AreaOutlines()
    {
        var divisions = new Lazy<MapLayer>(BuiltInMaps.ReadStates);
        _countries = new(() => Index(divisions.Value, static area => area.ParentCode));
        _states = new(() => Index(divisions.Value, static area => area.Code));
    }

    /// <summary>An area's rings of longitude and latitude; none where no map has it.</summary>
    public IReadOnlyList<double[]> Find(AreaRegion area)
    {
        var layer = area.Layer switch
        {
            AreaLayer.Country => _countries,
            AreaLayer.State => _states,
            AreaLayer.County => _counties,
            AreaLayer.PostalCode => _postalCodes,
            _ => null,
        };
        return layer is null ? [] : [.. layer.Value[area.Code].SelectMany(each => each.Polygons).SelectMany(polygon => polygon.Rings)];
    }

    private static ILookup<string, MapArea> Index(MapLayer layer, Func<MapArea, string> code) => layer.Areas.ToLookup(code, StringComparer.Ordinal);
}
