using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.DuckDb;

/// <summary>
/// What DuckDB adds: a geocoder on a database file, maps from (Geo)Parquet, and SQL over results.
/// </summary>
public static class DuckDbSupport
{
    /// <summary>Opens a geocoder on a database file that <see cref="Into"/> filled.</summary>
    /// <param name="file">The file; null: one with the maps that the library carries, made in the cache's folder where it is missing.</param>
    /// <param name="cancellationToken">Abandons the making.</param>
    /// <exception cref="GeocoderUnavailableException">The file cannot be read, or has no maps.</exception>
    public static async Task<IReverseGeocoder> OpenGeocoderAsync(string? file, CancellationToken cancellationToken) =>
        Library.DuckDbGeocoder.Open(file ?? await Library.BuiltInDatabase.FindOrMakeAsync(new EmbeddedGeocoderOptions().CacheFolder, cancellationToken).ConfigureAwait(false));

    /// <summary>The import, able to read Parquet.</summary>
    public static MapImportOptions WithParquet(this MapImportOptions options) => options with { Parquet = new Library.ParquetSource() };

    /// <summary>The import, also into a database file, which is made where it is missing. All or nothing there too.</summary>
    public static MapImportOptions Into(this MapImportOptions options, string file) => options with { BeginSink = map => Library.DuckDbSink.Begin(file, map) };

    /// <summary>Puts the maps that the library carries into a database file.</summary>
    /// <returns>The layers with how many areas each has.</returns>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string file, CancellationToken cancellationToken) =>
        ImportBuiltInAsync(file, MapImporter.UsualBuiltInLayers, cancellationToken);

    /// <summary>Puts layers that the library carries into a database file.</summary>
    /// <param name="file">The file, made where it is missing.</param>
    /// <param name="layers">Of <see cref="Maps.BuiltInMaps.LayerNames"/>.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>The layers with how many areas each has.</returns>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string file, IReadOnlyList<string> layers, CancellationToken cancellationToken) =>
        MapImporter.ImportBuiltInAsync(layers, map => ValueTask.FromResult<MapSink>(Library.DuckDbSink.Begin(file, map)), cancellationToken);

    /// <summary>Asks results of <c>genie bench</c>: the view <c>runs</c> has a row for each run of each file, with the file's name in <c>file</c>.</summary>
    /// <param name="files">A results file, or a pattern of several: <c>results/*.json</c>.</param>
    /// <param name="sql">A query in DuckDB's SQL.</param>
    /// <param name="cancellationToken">Ends the query.</param>
    /// <exception cref="DuckDbQueryException">There is no such file, or DuckDB refuses the query.</exception>
    public static QueryTable QueryResults(string files, string sql, CancellationToken cancellationToken) => Library.ResultsQuery.Run(files, sql, cancellationToken);
}
