using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// All edges of a layer, each once, with the polygons ("parts") that they bound. A part that has an edge an even number of
/// times is not bounded by it. Parts are numbered in the order of their areas' codes, so that the smallest part wins.
/// </summary>
internal sealed class EdgeSet
{
    private readonly Dictionary<Edge, int> _numbers = [];
    private readonly List<Edge> _edges = [];
    private readonly List<int[]> _parts = [];
    private readonly List<int> _areaOfPart = [];

    /// <summary>How many edges there are.</summary>
    public int Count => _edges.Count;

    /// <summary>The edge of a number.</summary>
    public Edge this[int edge] => _edges[edge];

    /// <summary>The parts that an edge bounds, in no order.</summary>
    public int[] PartsOf(int edge) => _parts[edge];

    /// <summary>The area that a part belongs to, as its place in the order of codes.</summary>
    public int AreaOf(int part) => _areaOfPart[part];

    /// <summary>Takes the polygons of one area in; areas come in the order of their numbers.</summary>
    /// <exception cref="MapFormatException">A coordinate is out of range.</exception>
    public void Add(int area, MapArea source)
    {
        foreach (var polygon in source.Polygons)
        {
            var part = _areaOfPart.Count;
            _areaOfPart.Add(area);
            foreach (var ring in polygon.Rings) AddRing(part, ring, source.Code);
        }
    }

    private void AddRing(int part, double[] ring, string code)
    {
        var count = ring.Length / 2;
        for (var i = 0; i < count; i++)
        {
            var (x, y) = (ring[2 * i], ring[(2 * i) + 1]);
            if (!(Math.Abs(x) <= 180 && Math.Abs(y) <= 90))
                throw new MapFormatException($"Area {code}: the place ({x}, {y}) is not within longitude -180 to 180 and latitude -90 to 90. Cut the map at the antimeridian (ogr2ogr -wrapdateline).");
            var next = i + 1 == count ? 0 : i + 1;
            if (x != ring[2 * next] || y != ring[(2 * next) + 1])
                Toggle(Edge.Between(x, y, ring[2 * next], ring[(2 * next) + 1]), part);
        }
    }

    private void Toggle(Edge edge, int part)
    {
        if (!_numbers.TryGetValue(edge, out var number))
        {
            _numbers.Add(edge, _edges.Count);
            _edges.Add(edge);
            _parts.Add([part]);
            return;
        }

        var parts = _parts[number];
        _parts[number] = Array.IndexOf(parts, part) < 0 ? [.. parts, part] : Array.FindAll(parts, other => other != part);
    }
}
