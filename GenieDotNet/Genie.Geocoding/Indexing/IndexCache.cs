namespace Genie.Geocoding.Indexing;

/// <summary>
/// Index files on disk, named after what they were built from, so that a new map or a new format never meets an old file.
/// Written beside their place and renamed, so that no process ever sees half a file.
/// </summary>
internal static class IndexCache
{
    /// <summary>Maps the file of this source, building it where it is missing or damaged; builds in memory where the folder cannot be written.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="layer">The layer's name.</param>
    /// <param name="source">32 bytes that identify the source.</param>
    /// <param name="build">Writes the index.</param>
    /// <param name="isDamaged">There is a file, and damage was found in it: it is built again.</param>
    public static LayerIndex OpenOrBuild(string folder, string layer, ReadOnlySpan<byte> source, Action<Stream> build, bool isDamaged = false)
    {
        var path = Path.Combine(folder, $"{layer}-{Convert.ToHexStringLower(source[..8])}-{IndexHeader.Version}.index");
        if (!isDamaged && TryOpen(path, source) is { } index) return index;
        try
        {
            Write(path, build);
            if (TryOpen(path, source) is { } built) return built;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Falls through: a folder that cannot be written costs time, not the answer.
        }

        using var memory = new MemoryStream();
        build(memory);
        return LayerIndex.Load(memory.GetBuffer().AsSpan(0, (int)memory.Length));
    }

    private static LayerIndex? TryOpen(string path, ReadOnlySpan<byte> source)
    {
        try
        {
            if (!File.Exists(path)) return null;
            var index = LayerIndex.Map(path);
            return index.Source.SequenceEqual(source) ? index : null;
        }
        catch (Exception exception) when (exception is IndexFormatException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static void Write(string path, Action<Stream> build)
    {
        using var draft = new DraftFile(path);
        build(draft.Stream);
        draft.Stream.Flush(flushToDisk: true);
        draft.TakePlace();
    }
}
