using System.Text;
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
        ImportBuiltInAsync(async map => await PostGisSink.BeginAsync(connectionString, map, "built-in", cancellationToken).ConfigureAwait(false), cancellationToken);

    /// <summary>Likewise into whatever <paramref name="begin"/> opens for a layer.</summary>
    internal static async Task<IReadOnlyList<(string Layer, int Areas)>> ImportBuiltInAsync(Func<MapName, ValueTask<MapSink>> begin, CancellationToken cancellationToken)
    {
        var imported = new List<(string, int)>();
        foreach (var map in new[] { BuiltInMaps.ReadCounties(), BuiltInMaps.ReadStates() })
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
        MapImportOptions options, IEnumerable<MapFeature> features, Func<long, MapImportProgress> measure, IProgress<MapImportProgress>? progress, CancellationToken cancellationToken)
    {
        Action<MapImportProgress>? tell = progress is null ? null : progress.Report;
        var sinks = new List<MapSink>();
        try
        {
            await AddSinksAsync(options, sinks, cancellationToken).ConfigureAwait(false);
            var report = new MapImportReport();
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
            catch (DecoderFallbackException exception)
            {
                throw new MapFormatException($"After {count:N0} rows the file is not UTF-8. If it is Latin-1, convert it: iconv -f ISO-8859-1 -t UTF-8.", exception);
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
