using System.Runtime.CompilerServices;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// Layers in the order in which they are asked. It never changes: a new map is a new stack, put in the old one's place by one
/// write, while look-ups that began with the old one end with it.
/// </summary>
internal sealed class LayerStack(IReadOnlyList<NamedLayer> layers)
{
    private const int BatchPoints = 256;
    private const LayerSlots Political = LayerSlots.Country | LayerSlots.State | LayerSlots.County;

    private readonly NamedLayer[] _layers = [.. layers];
    private readonly Lazy<IReadOnlyDictionary<string, IReadOnlySet<string>>> _areaCodes = new(() => CodesOf(layers));

    /// <summary>The first layer of a name, or null.</summary>
    public NamedLayer? Find(string name) => Array.Find(_layers, layer => layer.Name == name);

    /// <inheritdoc cref="IReverseGeocoder.AreaCodes"/>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> AreaCodes => _areaCodes.Value;

    /// <summary>All areas at a point.</summary>
    public PlaceAnswer LookUp(GeoPoint point)
    {
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return new PlaceAnswer(LookupStatus.InvalidCoordinate);
        var filled = LayerSlots.None;
        var answer = new PlaceAnswer(LookupStatus.Nowhere);
        foreach (var layer in _layers)
        {
            if (layer.IsFilled(filled)) continue;
            ref readonly var found = ref layer.AnswerAt(latitude, longitude);
            if (Unsafe.IsNullRef(in found)) continue;
            answer = answer.Status == LookupStatus.Nowhere ? found : AnswerParts.Join(answer, found);
            filled |= layer.Fills;
        }

        return answer;
    }

    /// <summary>An answer that has neither country nor state nor county, with the nearest ones; or as it is, if it has one or none is so near.</summary>
    [SkipLocalsInit]
    public PlaceAnswer AddNearest(in PlaceAnswer answer, GeoPoint point, double radiusMetres)
    {
        if (answer.Country is not null || answer.State is not null || answer.County is not null) return answer;
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return answer;
        Span<(int Area, double Metres)> found = _layers.Length <= 32 ? stackalloc (int, double)[_layers.Length] : new (int, double)[_layers.Length];
        for (var i = 0; i < found.Length; i++)
        {
            var metres = radiusMetres;
            found[i] = ((_layers[i].Slot & Political) != 0 ? _layers[i].Index.FindNearest(latitude, longitude, ref metres) : -1, metres);
        }

        return Join(answer, found);
    }

    // The nearest first; what the others say of farther areas may not contradict it.
    private PlaceAnswer Join(PlaceAnswer answer, Span<(int Area, double Metres)> found)
    {
        while (true)
        {
            var nearest = -1;
            for (var i = 0; i < found.Length; i++)
            {
                if (found[i].Area >= 0 && (nearest < 0 || found[i].Metres < found[nearest].Metres)) nearest = i;
            }

            if (nearest < 0) return answer;
            var areas = _layers[nearest][found[nearest].Area];
            if (answer.Status != LookupStatus.Nearby) answer = answer with { Status = LookupStatus.Nearby, DistanceMetres = found[nearest].Metres };
            answer = AnswerParts.Join(answer, areas);
            found[nearest].Area = -1;
        }
    }

    /// <summary>All areas at many points: layer by layer, each asked for the points that lack it.</summary>
    [SkipLocalsInit]
    public void LookUp(ReadOnlySpan<GeoPoint> points, Span<PlaceAnswer> answers)
    {
        Span<GeoPoint> asked = stackalloc GeoPoint[BatchPoints];
        Span<int> places = stackalloc int[BatchPoints];
        Span<int> found = stackalloc int[BatchPoints];
        Span<LayerSlots> filled = stackalloc LayerSlots[BatchPoints];
        for (var from = 0; from < points.Length; from += BatchPoints)
        {
            var batch = points.Slice(from, Math.Min(BatchPoints, points.Length - from));
            var results = answers.Slice(from, batch.Length);
            filled.Clear();
            for (var i = 0; i < batch.Length; i++) results[i] = new PlaceAnswer(Coordinates.TryNormalise(batch[i], out _, out _) ? LookupStatus.Nowhere : LookupStatus.InvalidCoordinate);
            foreach (var layer in _layers)
            {
                var count = 0;
                for (var i = 0; i < batch.Length; i++)
                {
                    if (layer.IsFilled(filled[i])) continue;
                    places[count] = i;
                    asked[count++] = batch[i];
                }

                layer.Index.Find(asked[..count], found);
                Take(layer, places[..count], found, filled, results);
            }
        }
    }

    private static Dictionary<string, IReadOnlySet<string>> CodesOf(IReadOnlyList<NamedLayer> layers) =>
        layers.SelectMany(static layer => layer.Areas).GroupBy(static area => area.Layer, static area => area.Code, StringComparer.Ordinal)
            .ToDictionary(static layer => layer.Key, static layer => (IReadOnlySet<string>)layer.ToHashSet(StringComparer.Ordinal), StringComparer.Ordinal);

    private static void Take(NamedLayer layer, ReadOnlySpan<int> places, ReadOnlySpan<int> found, Span<LayerSlots> filled, Span<PlaceAnswer> results)
    {
        for (var i = 0; i < places.Length; i++)
        {
            if (found[i] < 0) continue;
            var place = places[i];
            if (results[place].Status == LookupStatus.Nowhere) results[place] = layer[found[i]];
            else results[place] = AnswerParts.Join(results[place], layer[found[i]]);
            filled[place] |= layer.Fills;
        }
    }
}
