namespace Genie.Geocoding.Maps.Import;

/// <summary>Imports a layer from a file, row by row, into the embedded geocoder's folder, into a database, or into both.</summary>
public static class MapImporter
{
    private const int RowsBetweenReports = 64;

    /// <summary>
    /// Imports it. All or nothing: on any failure the old layer stays, in both places. (Between the database's commit and the
    /// index file's renaming lies an instant in which only a crash of the machine could separate them.)
    /// </summary>
    /// <param name="options">What, and where to.</param>
    /// <param name="progress">Told now and then how far it is; may be null.</param>
    /// <param name="cancellationToken">Abandons it; the old layer stays.</param>
    /// <exception cref="MapFormatException">The file is not what it should be, or no row of it is an area.</exception>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    /// <exception cref="IOException">The file cannot be read, or the index not be written.</exception>
    public static async Task<MapImportReport> RunAsync(MapImportOptions options, IProgress<MapImportProgress>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (AnswerParts.SlotOf(options.Layer) == Indexing.LayerSlots.None)
            throw new ArgumentException($"There is no layer '{options.Layer}'. Layers: {string.Join(", ", AnswerParts.Layers)}.", nameof(options));
        var format = options.Format == MapFileFormat.Auto ? MapFile.FormatOf(options.File) : options.Format;
        var isReadElsewhere = format is MapFileFormat.Ogr or MapFileFormat.Parquet;
        if (isReadElsewhere && !Path.Exists(options.File)) throw new FileNotFoundException($"There is no file '{options.File}'.", options.File);
        using var file = isReadElsewhere ? null : MapFile.Open(options.File);
        var features = format switch
        {
            MapFileFormat.Ogr => FeatureReader.ReadByOgr(options),
            MapFileFormat.Parquet => FeatureReader.ReadParquet(options),
            _ => FeatureReader.Read(options, file!, format),
        };
        return await RunAsync(options, features, rows => new MapImportProgress(rows, file?.Position ?? 0, file?.Length, false), progress, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts the counties and the first-level divisions that the library carries into a database, where they replace layers of those names.</summary>
    /// <returns>The layers with how many areas each has.</returns>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string connectionString, CancellationToken cancellationToken) =>
        ImportBuiltInAsync(async layer => await PostGisSink.BeginAsync(connectionString, layer, cancellationToken).ConfigureAwait(false), cancellationToken);

    /// <summary>Likewise into whatever <paramref name="begin"/> opens for a layer.</summary>
    internal static async Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(Func<string, ValueTask<MapSink>> begin, CancellationToken cancellationToken)
    {
        var imported = new List<(string, int)>();
        foreach (var map in new[] { BuiltInMaps.ReadCounties(), BuiltInMaps.ReadStates() })
        {
            var sink = await begin(map.Name).ConfigureAwait(false);
            await using (sink.ConfigureAwait(false))
            {
                foreach (var area in map.Areas) await sink.AddAsync(area, cancellationToken).ConfigureAwait(false);
                await sink.PrepareAsync(cancellationToken).ConfigureAwait(false);
                await sink.CommitAsync(cancellationToken).ConfigureAwait(false);
            }

            imported.Add((map.Name, map.Areas.Count));
        }

        return imported;
    }

    private static async Task<MapImportReport> RunAsync(
        MapImportOptions options, IEnumerable<MapFeature> features, Func<long, MapImportProgress> measure, IProgress<MapImportProgress>? progress, CancellationToken cancellationToken)
    {
        var sinks = new List<MapSink>();
        try
        {
            await AddSinksAsync(options, sinks, cancellationToken).ConfigureAwait(false);
            var report = new MapImportReport();
            var rows = new AreaReader(options, report);
            var count = 0L;
            foreach (var feature in features)
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (++count % RowsBetweenReports == 0) progress?.Report(measure(count));
                if (rows.Read(feature) is not { } area) continue;
                foreach (var sink in sinks) await sink.AddAsync(area, cancellationToken).ConfigureAwait(false);
            }

            rows.ThrowIfNothing();
            progress?.Report(measure(count) with { IsFinishing = true });
            foreach (var sink in sinks) await sink.PrepareAsync(cancellationToken).ConfigureAwait(false);
            foreach (var sink in sinks) await sink.CommitAsync(cancellationToken).ConfigureAwait(false);
            report.IndexFile = sinks.OfType<IndexSink>().SingleOrDefault()?.Path;
            return report;
        }
        finally
        {
            foreach (var sink in sinks) await sink.DisposeAsync().ConfigureAwait(false);
        }
    }

    // The database first: what may fail at a commit comes before what hardly can.
    private static async Task AddSinksAsync(MapImportOptions options, List<MapSink> sinks, CancellationToken cancellationToken)
    {
        if (options.ConnectionString is { } connection) sinks.Add(await PostGisSink.BeginAsync(connection, options.Layer, cancellationToken).ConfigureAwait(false));
        if (options.BeginSink is { } begin) sinks.Add(begin(options.Layer));
        if (options.MapFolder is { } folder) sinks.Add(new IndexSink(folder, options.Layer));
    }
}
