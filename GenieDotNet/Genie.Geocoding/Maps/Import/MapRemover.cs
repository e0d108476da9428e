using Genie.Geocoding.PostGis;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Takes imported areas away: an index file, the rows of a database.</summary>
public static class MapRemover
{
    /// <summary>Removes them, all of a place or nothing.</summary>
    /// <param name="layer">The layer, or null: the source of that name in all layers.</param>
    /// <param name="source">The source's name, or null: the areas without such a name; then the layer is needed.</param>
    /// <param name="folder">The folder of index files, or null.</param>
    /// <param name="connectionString">The database, or null.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>What was removed: files, and layers of the database.</returns>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    /// <exception cref="IOException">A file cannot be removed.</exception>
    public static async Task<IReadOnlyList<string>> RunAsync(string? layer, string? source, string? folder, string? connectionString, CancellationToken cancellationToken)
    {
        if (layer is null && source is null) throw new ArgumentException("A layer, a source or both have to be named.", nameof(source));
        var removed = new List<string>();
        if (connectionString is not null)
            removed.AddRange((await PostGisMap.RemoveAsync(connectionString, map => Matches(map, layer, source), cancellationToken).ConfigureAwait(false)).Select(map => $"{map} (PostGIS)"));
        if (folder is null || !Directory.Exists(folder)) return removed;
        foreach (var file in Directory.GetFiles(folder, "*" + EmbeddedGeocoderOptions.IndexExtension).Where(file => Matches(Path.GetFileNameWithoutExtension(file), layer, source)))
        {
            File.Delete(file);
            removed.Add(file);
        }

        return removed;
    }

    private static bool Matches(string map, string? layer, string? source)
    {
        var parts = map.Split('.', 2);
        return (layer is null || parts[0] == layer) && parts.ElementAtOrDefault(1) == source;
    }
}
