namespace Genie.Geocoding;

/// <summary>Where the embedded geocoder keeps the index of its map.</summary>
public sealed record EmbeddedGeocoderOptions
{
    /// <summary>
    /// The folder of the index files, which all processes share. Default: <c>GENIE_CACHE</c>, else
    /// <c>XDG_CACHE_HOME/geniedotnet</c>, else the user's own folder for such files. If it cannot be written, the index is
    /// built in memory at every start, which takes a second or so.
    /// </summary>
    public string CacheFolder { get; init; } = DefaultCacheFolder();

    private static string DefaultCacheFolder()
    {
        if (Environment.GetEnvironmentVariable("GENIE_CACHE") is { Length: > 0 } folder) return folder;
        if (Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { Length: > 0 } cache) return Path.Combine(cache, "geniedotnet");
        if (OperatingSystem.IsWindows()) return Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "GenieDotNet");
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        return home.Length > 0 ? Path.Combine(home, ".cache", "geniedotnet") : Path.Combine(Path.GetTempPath(), "geniedotnet");
    }
}
