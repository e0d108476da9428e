using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// The areas of a layer, without their shapes, and their polygons ("parts"). Both are numbered as they come, and at the end in
/// the order of the areas' codes, so that the smallest part wins.
/// </summary>
internal sealed class PartList
{
    private readonly List<MapArea> _areas = [];
    private readonly List<int> _firstPartOfArea = [];
    private readonly List<int> _areaOfPart = [];
    private int[] _finalOfPart = [];
    private int _parts;

    /// <summary>Takes an area in and returns the number of its first part.</summary>
    public int Add(MapArea area)
    {
        var first = _parts;
        _areas.Add(area with { Polygons = [] });
        _firstPartOfArea.Add(first);
        _parts += area.Polygons.Count;
        return first;
    }

    /// <summary>Numbers the areas and parts for good and returns the areas in their order.</summary>
    public IReadOnlyList<MapArea> Order()
    {
        // OrderBy is stable: areas with one code keep the order of the file.
        var order = Enumerable.Range(0, _areas.Count).OrderBy(area => _areas[area].Code, StringComparer.Ordinal).ToArray();
        _finalOfPart = new int[_parts];
        for (var i = 0; i < order.Length; i++)
        {
            var end = order[i] + 1 < _areas.Count ? _firstPartOfArea[order[i] + 1] : _parts;
            for (var part = _firstPartOfArea[order[i]]; part < end; part++)
            {
                _finalOfPart[part] = _areaOfPart.Count;
                _areaOfPart.Add(i);
            }
        }

        return [.. order.Select(area => _areas[area])];
    }

    /// <summary>The final number of a part that came as <paramref name="part"/>.</summary>
    public int FinalOf(int part) => _finalOfPart[part];

    /// <summary>The final number of the area that a part, given by its final number, belongs to.</summary>
    public int AreaOf(int part) => _areaOfPart[part];

    /// <summary>What a place is answered with that lies in these parts and has no borders around: the area of the smallest part + 1, or 0.</summary>
    public uint EntryOf(PartSet parts) => parts.Count == 0 ? 0 : (uint)AreaOf(parts.Parts[0]) + 1;
}
