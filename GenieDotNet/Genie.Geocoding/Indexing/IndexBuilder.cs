using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>Builds the index of a layer; see docs/geocoding.md for the whole picture.</summary>
public static class IndexBuilder
{
    /// <summary>Writes a layer's index. What is too large for memory goes to the system's folder for temporary files.</summary>
    /// <param name="layer">The layer.</param>
    /// <param name="source">32 bytes that identify what it was built from; see <see cref="LayerIndex.Source"/>.</param>
    /// <param name="target">Seekable; the index begins at its start.</param>
    /// <exception cref="MapFormatException">The map cannot be indexed; the message says why.</exception>
    public static void Build(MapLayer layer, ReadOnlySpan<byte> source, Stream target)
    {
        ArgumentNullException.ThrowIfNull(layer);
        ArgumentNullException.ThrowIfNull(target);
        using var draft = new IndexDraft(layer.Name, Path.GetTempPath());
        foreach (var area in layer.Areas) draft.Add(area);
        draft.Write(source, target, CancellationToken.None);
    }
}
