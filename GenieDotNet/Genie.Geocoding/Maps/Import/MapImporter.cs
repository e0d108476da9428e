using Genie.Observing;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Imports a layer from a file, row by row, into the embedded geocoder's folder, into a database, or into both.</summary>
public static class MapImporter
{
    private const int RowsBetweenReports = 64;

    /// <summary>
    /// Imports it. All or nothing: on any failure the old layer stays, in all places. (Between the database's commit and the
    /// index file's renaming lies an instant in which a full disk or a crash could separate them; the exception says so.) What comes
    /// after that, when it fails or is cancelled, is a warning of the report.
    /// </summary>
    /// <param name="options">What, and where to.</param>
    /// <param name="progress">Gets the progress now and then; may be null.</param>
    /// <param name="cancellationToken">Abandons it; the old layer stays.</param>
    /// <exception cref="MapFormatException">The file is not what it should be, or no row of it is an area.</exception>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    /// <exception cref="IOException">The file cannot be read, or the index not be written.</exception>
    public static async Task<MapImportReport> RunAsync(MapImportOptions options, IProgress<MapImportProgress>? progress, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (new[] { options.Layer, options.Source }.OfType<string>().FirstOrDefault(name => !MapName.IsValid(name)) is { } wrong)
            throw new ArgumentException($"'{wrong}' can name neither a layer nor a source: up to 40 small letters, digits, - and _, a letter first.", nameof(options));
        var format = options.Format == MapFileFormat.Auto ? MapFile.FormatOf(options.File) : options.Format;
        var isReadElsewhere = format is MapFileFormat.Ogr or MapFileFormat.Parquet;
        if (isReadElsewhere && !Path.Exists(options.File)) throw new FileNotFoundException($"There is no file '{options.File}'.", options.File);
        CheckFit(options, format);
        using var file = isReadElsewhere ? null : MapFile.Open(options.File);
        var report = new MapImportReport();
        var features = format switch
        {
            MapFileFormat.Ogr => FeatureReader.ReadByOgr(options, report.Warn),
            MapFileFormat.Parquet => FeatureReader.ReadParquet(options),
            _ => FeatureReader.Read(options, file!, format, report.Warn),
        };
        return await RunAsync(options, report, features, rows => new MapImportProgress(rows, file?.Position ?? 0, file?.Length, false), progress, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts the counties and the first-level divisions that the library carries into a database, where they replace layers of those names.</summary>
    /// <returns>The layers with how many areas each has.</returns>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string connectionString, CancellationToken cancellationToken) =>
        ImportBuiltInAsync(connectionString, UsualBuiltInLayers, cancellationToken);

    /// <summary>What is put in where no layers are named: the counties and the first-level divisions. The postal cells are an approximation, and are named to be had.</summary>
    public static IReadOnlyList<string> UsualBuiltInLayers { get; } = ["county", "state"];

    /// <summary>Puts layers that the library carries into a database, where they replace layers of those names.</summary>
    /// <param name="connectionString">The database.</param>
    /// <param name="layers">Of <see cref="BuiltInMaps.LayerNames"/>.</param>
    /// <param name="cancellationToken">Abandons it; the layer that is being put in is as it was before.</param>
    /// <returns>The layers with how many areas each has.</returns>
    /// <exception cref="ArgumentException">The library carries no such layer.</exception>
    /// <exception cref="GeocoderUnavailableException">The database could not be reached.</exception>
    public static Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(string connectionString, IReadOnlyList<string> layers, CancellationToken cancellationToken) =>
        ImportBuiltInAsync(layers, async map => await PostGisSink.BeginAsync(connectionString, map, "built-in", cancellationToken).ConfigureAwait(false), cancellationToken);

    /// <summary>Likewise into whatever <paramref name="begin"/> opens for a layer.</summary>
    internal static async Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(IReadOnlyList<string> layers, Func<MapName, ValueTask<MapSink>> begin, CancellationToken cancellationToken)
    {
        var imported = new List<(string, int)>();
        foreach (var map in layers.Select(BuiltInMaps.Read))
        {
            var sink = await begin(new MapName(map.Name)).ConfigureAwait(false);
            await using (sink.ConfigureAwait(false))
            {
                foreach (var area in map.Areas) await sink.AddAsync(area, cancellationToken).ConfigureAwait(false);
                await sink.PrepareAsync(cancellationToken).ConfigureAwait(false);
                await sink.CommitAsync().ConfigureAwait(false);
                await sink.TidyAsync(cancellationToken).ConfigureAwait(false);
            }

            imported.Add((map.Name, map.Areas.Count));
        }

        return imported;
    }

    private static async Task<MapImportReport> RunAsync(
        MapImportOptions options, MapImportReport report, IEnumerable<MapFeature> features, Func<long, MapImportProgress> measure, IProgress<MapImportProgress>? progress, CancellationToken cancellationToken)
    {
        Action<MapImportProgress>? tell = progress is null ? null : progress.Report;
        var sinks = new List<MapSink>();
        try
        {
            await AddSinksAsync(options, sinks, cancellationToken).ConfigureAwait(false);
            var rows = new AreaReader(options, report);
            var count = 0L;
            foreach (var feature in Guard(features))
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (++count % RowsBetweenReports == 0) Observers.Tell(tell, nameof(progress), measure(count));
                if (rows.Read(feature) is not { } area) continue;
                foreach (var sink in sinks) await sink.AddAsync(area, cancellationToken).ConfigureAwait(false);
            }

            rows.ThrowIfNothing();
            rows.WarnOfUnknownFields();
            Observers.Tell(tell, nameof(progress), measure(count) with { IsFinishing = true });
            foreach (var sink in sinks) await sink.PrepareAsync(cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            await CommitAsync(sinks).ConfigureAwait(false);
            report.IndexFile = sinks.OfType<IndexSink>().SingleOrDefault()?.Path;
            foreach (var sink in sinks)
            {
                if (await sink.TidyAsync(cancellationToken).ConfigureAwait(false) is { } undone) report.Warn(undone);
            }

            return report;
        }
        finally
        {
            foreach (var sink in sinks) await sink.DisposeAsync().ConfigureAwait(false);
        }
    }

    // What a format has no use for would be left aside in silence, and all rows be taken instead of some.
    private static void CheckFit(MapImportOptions options, MapFileFormat format)
    {
        if (options.Where is not null && format != MapFileFormat.Parquet) throw Unfit("condition (--where)", "Parquet");
        if (options.GeometryField is not null && format is not (MapFileFormat.Csv or MapFileFormat.Parquet)) throw Unfit("column of the geometry (--geometry)", "CSV and Parquet");
        if (options.ObjectName is not null && format is not (MapFileFormat.TopoJson or MapFileFormat.Ogr)) throw Unfit("object (--object)", "TopoJSON and what ogr2ogr reads");

        MapFormatException Unfit(string what, string formats) => new($"A {what} is named, which only {formats} can have; '{Path.GetFileName(options.File)}' is read as {format}. Leave it out, or name the format: --format.");
    }

    // What damage in a compressed file, or in the text itself, looks like while it is read.
    private static IEnumerable<MapFeature> Guard(IEnumerable<MapFeature> features)
    {
        using var rows = features.GetEnumerator();
        for (var count = 0L; ; count++)
        {
            try
            {
                if (!rows.MoveNext()) yield break;
            }
            catch (InvalidDataException exception)
            {
                throw new MapFormatException($"The file is damaged, or was cut off: after {count:N0} rows it cannot be unpacked ({exception.Message}).", exception);
            }

            yield return rows.Current;
        }
    }

    // One directly after the other: what takes time was done before, or comes after.
    private static async Task CommitAsync(List<MapSink> sinks)
    {
        for (var i = 0; i < sinks.Count; i++)
        {
            try
            {
                await sinks[i].CommitAsync().ConfigureAwait(false);
            }
            catch (Exception exception) when (i > 0)
            {
                throw new IOException($"The layer was replaced in {string.Join(" and ", sinks.Take(i).Select(sink => sink.Place))}, but not in {string.Join(" and ", sinks.Skip(i).Select(sink => sink.Place))}: {exception.Message} Import it again.", exception);
            }
        }
    }

    // The database first: what may fail at a commit comes before what hardly can.
    private static async Task AddSinksAsync(MapImportOptions options, List<MapSink> sinks, CancellationToken cancellationToken)
    {
        var map = new MapName(options.Layer, options.Source);
        if (options.MapFolder is { } folder) sinks.Add(new IndexSink(folder, map));
        if (options.BeginSink is { } begin) sinks.Insert(0, begin(map));
        if (options.ConnectionString is { } connection) sinks.Insert(0, await PostGisSink.BeginAsync(connection, map, Path.GetFileName(options.File), cancellationToken).ConfigureAwait(false));
    }
}
