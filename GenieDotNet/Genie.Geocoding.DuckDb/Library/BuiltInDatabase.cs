using Genie.Geocoding.Maps;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>A database file with the maps that the library carries, made once and shared by all processes.</summary>
internal static class BuiltInDatabase
{
    /// <summary>Of the tables in the file; a change makes a new file.</summary>
    private const int Version = 1;

    /// <summary>Its path. It is written beside its place and renamed, so that no process ever sees half a file.</summary>
    public static async Task<string> FindOrMakeAsync(string folder, CancellationToken cancellationToken)
    {
        var path = Path.Combine(folder, $"maps-{Convert.ToHexStringLower(BuiltInMaps.Fingerprint().AsSpan(0, 8))}-{Version}.duckdb");
        if (File.Exists(path)) return path;
        Directory.CreateDirectory(folder);
        var draft = $"{path}.{Environment.ProcessId}-{Guid.NewGuid():N}";
        try
        {
            await DuckDbSupport.ImportBuiltInAsync(draft, cancellationToken).ConfigureAwait(false);
            File.Move(draft, path, overwrite: true);
            return path;
        }
        finally
        {
            File.Delete(draft);
            File.Delete(draft + ".wal");
        }
    }
}
