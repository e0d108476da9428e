namespace Genie.Geocoding.Indexing;

/// <summary>The index files of a folder. Not safe for concurrent callers.</summary>
internal sealed class MapFolder(string folder)
{
    private readonly SortedDictionary<string, Entry> _files = new(StringComparer.Ordinal);

    /// <summary>The layers of the files, in the order of their names.</summary>
    public IEnumerable<NamedLayer> Layers => _files.Values.Select(file => file.Layer).OfType<NamedLayer>();

    /// <summary>What is wrong with those that have no layer, or an old one.</summary>
    public IReadOnlyList<IndexFormatException> Damaged { get; private set; } = [];

    /// <summary>Opens what was added or replaced, and drops what was deleted.</summary>
    /// <returns>True if there was any such file.</returns>
    public bool Refresh()
    {
        var found = Directory.Exists(folder) ? new DirectoryInfo(folder).GetFiles("*" + EmbeddedGeocoderOptions.IndexExtension) : [];
        var deleted = _files.Keys.Except(found.Select(file => file.Name)).ToArray();
        foreach (var name in deleted) _files.Remove(name);
        var isChanged = deleted.Length > 0;
        foreach (var file in found)
        {
            var stamp = (file.Length, file.LastWriteTimeUtc);
            var known = _files.GetValueOrDefault(file.Name);
            if (known?.Stamp == stamp) continue;
            isChanged = true;
            _files[file.Name] = Open(file.FullName, stamp, known?.Layer);
        }

        if (isChanged) Note();
        return isChanged;
    }

    /// <summary>Takes the layer away in whose file a look-up found damage. Nothing, if it was replaced or taken away before.</summary>
    public void SetAside(IndexFormatException damage)
    {
        foreach (var (name, entry) in _files)
        {
            if (entry.Layer?.Index.HasDamage(damage) != true) continue;
            _files[name] = entry with { Layer = null, Damage = damage };
            Note();
            return;
        }
    }

    private static Entry Open(string path, (long, DateTime) stamp, NamedLayer? earlier)
    {
        try
        {
            return new Entry(stamp, new NamedLayer(LayerIndex.Open(path)), null);
        }
        catch (IndexFormatException damage)
        {
            return new Entry(stamp, earlier, damage);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new Entry(stamp, earlier, new IndexFormatException($"it cannot be read: {exception.Message}", path));
        }
    }

    private void Note() => Damaged = [.. _files.Values.Select(file => file.Damage).OfType<IndexFormatException>()];

    private sealed record Entry((long Length, DateTime Written) Stamp, NamedLayer? Layer, IndexFormatException? Damage);
}
