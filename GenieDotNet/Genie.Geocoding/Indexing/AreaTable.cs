using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>Collects the names of areas and of the areas around them; equal ones stand in the file once.</summary>
internal sealed class AreaTable
{
    private const int MaxPropertiesBytes = 1 << 20;

    private readonly List<AreaEntry> _entries = [];
    private readonly Dictionary<Area, int> _ancestors = [];
    private readonly Dictionary<string, uint> _places = [];
    private readonly List<byte> _text = [];

    /// <summary>Takes the layer's areas in; an area's number is its place in the order given.</summary>
    public AreaTable(string layer, IReadOnlyList<MapArea> areas)
    {
        foreach (var area in areas)
            _entries.Add(new AreaEntry(Place(layer), Place(area.Code), Place(area.Name), Place(area.ParentCode), area.Properties is null ? AreaEntry.NoText : Place(area.Properties, MaxPropertiesBytes), -1));
        for (var i = 0; i < areas.Count; i++) _entries[i] = _entries[i] with { Parent = AddAncestors(areas[i].Ancestors, 0) };
    }

    /// <summary>The entries' bytes.</summary>
    public ReadOnlySpan<byte> Entries => MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_entries));

    /// <summary>The texts' bytes.</summary>
    public ReadOnlySpan<byte> Text => CollectionsMarshal.AsSpan(_text);

    private int AddAncestors(IReadOnlyList<Area> ancestors, int level)
    {
        if (level == ancestors.Count) return -1;
        var area = ancestors[level];
        if (_ancestors.TryGetValue(area, out var known)) return known;
        var parent = AddAncestors(ancestors, level + 1);
        _entries.Add(new AreaEntry(Place(area.Layer), Place(area.Code), Place(area.Name), Place(area.ParentCode), AreaEntry.NoText, parent));
        return _ancestors[area] = _entries.Count - 1;
    }

    private uint Place(string text, int maxBytes = ushort.MaxValue)
    {
        if (_places.TryGetValue(text, out var known)) return known;
        var bytes = Encoding.UTF8.GetBytes(text);
        if (bytes.Length > maxBytes) throw new MapFormatException($"A text of {bytes.Length:N0} bytes is too long for a name or for properties: '{text[..40]}...'.");
        var place = (uint)_text.Count;
        Span<byte> length = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(length, bytes.Length);
        _text.AddRange(length);
        _text.AddRange(bytes);
        return _places[text] = place;
    }
}
