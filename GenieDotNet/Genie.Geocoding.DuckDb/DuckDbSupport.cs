#if !CLIENT_DUCKDB_NET
using System.Reflection;
#endif
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.DuckDb;

/// <summary>
/// What DuckDB adds: a geocoder on a database file, maps from (Geo)Parquet, and SQL over results. All there on a package feed
/// that has DuckDB; elsewhere every member but <see cref="IsAvailable"/> throws.
/// </summary>
public static class DuckDbSupport
{
#if CLIENT_DUCKDB_NET
    /// <summary>True if DuckDB was built in.</summary>
    public static bool IsAvailable => true;

    /// <summary>Opens a geocoder on a database file that <see cref="Into"/> filled.</summary>
    /// <param name="file">The file; null: one with the maps that the library carries, made in the cache's folder where it is missing.</param>
    /// <param name="cancellationToken">Abandons the making.</param>
    /// <exception cref="GeocoderUnavailableException">The file cannot be read, or has no maps.</exception>
    public static async Task<IReverseGeocoder> OpenGeocoderAsync(string? file, CancellationToken cancellationToken) =>
        Library.DuckDbGeocoder.Open(file ?? await Library.BuiltInDatabase.FindOrMakeAsync(new EmbeddedGeocoderOptions().CacheFolder, cancellationToken).ConfigureAwait(false));

    /// <summary>The import, able to read Parquet.</summary>
    public static MapImportOptions WithParquet(this MapImportOptions options) => options with { Parquet = new Library.ParquetSource() };

    /// <summary>The import, also into a database file, which is made where it is missing. All or nothing there too.</summary>
    public static MapImportOptions Into(this MapImportOptions options, string file) => options with { BeginSink = layer => Library.DuckDbSink.Begin(file, layer) };

    /// <summary>Puts the maps that the library carries into a database file.</summary>
    /// <returns>The layers with how many areas each has.</returns>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string file, CancellationToken cancellationToken) =>
        MapImporter.ImportBuiltInAsync(layer => ValueTask.FromResult<MapSink>(Library.DuckDbSink.Begin(file, layer)), cancellationToken);

    /// <summary>Asks results of <c>genie bench</c>: the view <c>runs</c> has a row for each run of each file, with the file's name in <c>file</c>.</summary>
    /// <param name="files">A results file, or a pattern of several: <c>results/*.json</c>.</param>
    /// <param name="sql">A query in DuckDB's SQL.</param>
    /// <param name="cancellationToken">Ends the query.</param>
    /// <exception cref="DuckDbQueryException">There is no such file, or DuckDB refuses the query.</exception>
    public static QueryTable QueryResults(string files, string sql, CancellationToken cancellationToken) => Library.ResultsQuery.Run(files, sql, cancellationToken);
#else
    /// <summary>True if DuckDB was built in.</summary>
    public static bool IsAvailable => false;

    /// <summary>Throws.</summary>
    /// <exception cref="DuckDbMissingException">Always.</exception>
    public static Task<IReverseGeocoder> OpenGeocoderAsync(string? file, CancellationToken cancellationToken) => throw Missing();

    /// <summary>The import as it was: where it is given Parquet, it says what is missing.</summary>
    public static MapImportOptions WithParquet(this MapImportOptions options) => options;

    /// <summary>Throws.</summary>
    /// <exception cref="DuckDbMissingException">Always.</exception>
    public static MapImportOptions Into(this MapImportOptions options, string file) => throw Missing();

    /// <summary>Throws.</summary>
    /// <exception cref="DuckDbMissingException">Always.</exception>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string file, CancellationToken cancellationToken) => throw Missing();

    /// <summary>Throws.</summary>
    /// <exception cref="DuckDbMissingException">Always.</exception>
    public static QueryTable QueryResults(string files, string sql, CancellationToken cancellationToken) => throw Missing();

    private static DuckDbMissingException Missing()
    {
        const string Key = "MissingClientPackage:";
        var missing = typeof(DuckDbSupport).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Where(attribute => attribute.Key.StartsWith(Key, StringComparison.Ordinal)).Select(attribute => $"{attribute.Key[Key.Length..]} {attribute.Value}");
        return new DuckDbMissingException($"This program was built without DuckDB: the package feed lacks {string.Join(", ", missing)}. Name a source that has it with GENIE_PACKAGE_SOURCE and build again.");
    }
#endif
}
