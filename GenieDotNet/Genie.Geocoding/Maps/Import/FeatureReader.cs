namespace Genie.Geocoding.Maps.Import;

/// <summary>The rows of a map's file, whatever its format; each is read when it is asked for.</summary>
internal static class FeatureReader
{
    private const string OgrEncodingAdvice = "A shapefile that does not say its encoding needs it named: set SHAPE_ENCODING=ISO-8859-1 in the environment, or what it is, and import it again.";

    /// <summary>Reads them.</summary>
    /// <param name="options">What to read.</param>
    /// <param name="file">The file.</param>
    /// <param name="format">Its format.</param>
    /// <param name="warn">Gets what is to be known of the file.</param>
    /// <exception cref="MapFormatException">The file is not what it should be.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IEnumerable<MapFeature> Read(MapImportOptions options, MapFile file, MapFileFormat format, Action<string> warn) => format switch
    {
        MapFileFormat.TopoJson => TopoJsonSource.Read(file.Content, options.ObjectName, options.Layer),
        MapFileFormat.Csv => CsvSource.Read(file.Content, options.GeometryField),
        _ => ReadGeoJson(file.Content, warn),
    };

    /// <summary>Reads what ogr2ogr makes of a file: all of it, or an exception.</summary>
    public static IEnumerable<MapFeature> ReadByOgr(MapImportOptions options, Action<string> warn)
    {
        ArchiveCheck.Run(options.File);
        var layers = OgrLayers.Read(options.OgrProgram, options.File);
        if (options.ObjectName is null && layers.Count > 1)
            throw new MapFormatException($"The file has {layers.Count} layers: {string.Join(", ", layers.Select(layer => layer.Name))}. Name one of them: --object NAME.");
        using var ogr = OgrProcess.Start(options.OgrProgram, options.File, options.ObjectName);
        var rows = 0L;
        using (var source = new GeoJsonSource(ogr.Output, warn, OgrEncodingAdvice))
        {
            while (Next(source, ogr) is { } feature)
            {
                rows++;
                yield return feature;
            }
        }

        ogr.ThrowIfFailed(warn);
        if (layers.FirstOrDefault(layer => options.ObjectName is null || layer.Name == options.ObjectName) is { Features: { } count } read && rows < count - DeletedRows.Count(options.File, read.Name))
            throw new MapFormatException(FormattableString.Invariant($"The file says that it has {count:N0} features, and GDAL read {rows:N0} of them. It is damaged: get it again."));
    }

    /// <summary>Reads Parquet.</summary>
    public static IEnumerable<MapFeature> ReadParquet(MapImportOptions options) => options.Parquet is { } source
        ? source.Read(options)
        : throw new MapFormatException("Parquet is read through DuckDB: set MapImportOptions.Parquet by Genie.Geocoding.DuckDb (WithParquet), or make the file GeoJSON first, with DuckDB's own command or ogr2ogr.");

    private static IEnumerable<MapFeature> ReadGeoJson(Stream stream, Action<string> warn)
    {
        using var source = new GeoJsonSource(stream, warn);
        while (source.Next() is { } feature) yield return feature;
    }

    // When it fails, what it wrote ends anywhere; its own message says more than what that looks like as JSON.
    private static MapFeature? Next(GeoJsonSource source, OgrProcess ogr)
    {
        try
        {
            return source.Next();
        }
        catch (MapFormatException)
        {
            // It would wait for somebody to read the rest.
            ogr.Output.CopyTo(Stream.Null);
            ogr.ThrowIfFailed(null);
            throw;
        }
    }
}
