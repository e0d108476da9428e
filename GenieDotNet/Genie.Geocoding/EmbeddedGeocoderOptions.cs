namespace Genie.Geocoding;

/// <summary>Where the embedded geocoder keeps the index of its map.</summary>
public sealed record EmbeddedGeocoderOptions
{
    /// <summary>What the names of index files end with.</summary>
    internal const string IndexExtension = ".index";

    /// <summary>
    /// The folder of the index files, which all processes share. Default: <c>GENIE_CACHE</c>, else
    /// <c>XDG_CACHE_HOME/geniedotnet</c>, else the user's own folder for such files. If it cannot be written, the index is
    /// built in memory at every start, which takes a second or so.
    /// </summary>
    public string CacheFolder { get; init; } = DefaultCacheFolder();

    /// <summary>
    /// The layers to look up, in their order. <c>county</c> (United States) and <c>state</c> (world) bring the state and the
    /// country with them; <c>postal</c> adds cells around the centres of the United States' ZIP codes, an approximation.
    /// </summary>
    public IReadOnlyList<string> Layers { get; init; } = ["county", "state"];

    /// <summary>
    /// A folder of index files (<c>*.index</c>) of imported layers, asked before the built-in ones. Null: none. A layer is put
    /// there, replaced or taken away at any time; see <see cref="EmbeddedGeocoder.Reload"/>.
    /// </summary>
    public string? MapFolder { get; init; }

    /// <summary>
    /// Where no country, state or county has the point, the nearest within so many metres answers, as <see cref="LookupStatus.Nearby"/>:
    /// piers, ports, and whatever else a map's coast leaves outside. Default 0: none. Distances are good to 1 % up to 100 km.
    /// </summary>
    public double NearestAreaMetres { get; init; }

    /// <summary>
    /// In whose eyes disputed divisions of the built-in map belong to a country: a name of <see cref="Maps.Worldview.Names"/>. Null: as ISO
    /// 3166 lists them.
    /// </summary>
    public string? Worldview { get; init; }

    /// <summary>How often <see cref="MapFolder"/> is looked at for changes. Null: only on <see cref="EmbeddedGeocoder.Reload"/>.</summary>
    public TimeSpan? ReloadInterval { get; init; }

    /// <summary>
    /// The folder that <c>genie map import</c> writes to and <c>genie geocode</c> reads from: <c>GENIE_MAPS</c>, else
    /// <c>XDG_DATA_HOME/geniedotnet/maps</c>, else the user's own folder for such files. Not a cache: what is there was imported.
    /// </summary>
    public static string DefaultMapFolder { get; } = FindMapFolder();

    private static string FindMapFolder()
    {
        if (Environment.GetEnvironmentVariable("GENIE_MAPS") is { Length: > 0 } folder) return folder;
        if (Environment.GetEnvironmentVariable("XDG_DATA_HOME") is { Length: > 0 } data) return Path.Combine(data, "geniedotnet", "maps");
        if (OperatingSystem.IsWindows()) return Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "GenieDotNet", "maps");
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        return Path.Combine(home.Length > 0 ? Path.Combine(home, ".local", "share") : Path.GetTempPath(), "geniedotnet", "maps");
    }

    private static string DefaultCacheFolder()
    {
        if (Environment.GetEnvironmentVariable("GENIE_CACHE") is { Length: > 0 } folder) return folder;
        if (Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { Length: > 0 } cache) return Path.Combine(cache, "geniedotnet");
        if (OperatingSystem.IsWindows()) return Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), "GenieDotNet");
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        return home.Length > 0 ? Path.Combine(home, ".cache", "geniedotnet") : Path.Combine(Path.GetTempPath(), "geniedotnet");
    }
}
