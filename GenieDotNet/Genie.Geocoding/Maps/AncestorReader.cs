using System.Text.Json;

namespace Genie.Geocoding.Maps;

/// <summary>Reads the areas around an area from its properties; equal ones become one object.</summary>
internal sealed class AncestorReader(IReadOnlyList<string> layers)
{
    private readonly Dictionary<string, IReadOnlyList<Area>> _known = [];

    /// <summary>The ancestors, nearest first.</summary>
    public IReadOnlyList<Area> Read(JsonElement properties)
    {
        if (layers.Count == 0) return [];
        var key = string.Join('\n', layers.Select(layer => Text(properties, layer + "Code")));
        if (_known.TryGetValue(key, out var known)) return known;
        var ancestors = new List<Area>();
        for (var i = 0; i < layers.Count; i++)
        {
            var parent = i + 1 < layers.Count ? Text(properties, layers[i + 1] + "Code") : "";
            ancestors.Add(new Area(layers[i], Text(properties, layers[i] + "Code"), Text(properties, layers[i] + "Name"), parent));
        }

        return _known[key] = ancestors;
    }

    private static string Text(JsonElement properties, string name) => properties.GetProperty(name).GetString()!;
}
