namespace Genie.Geocoding.Maps.Import;

/// <summary>The rows of a map's file, whatever its format; each is read when it is asked for.</summary>
internal static class FeatureReader
{
    /// <summary>Reads them.</summary>
    /// <exception cref="MapFormatException">The file is not what it should be.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static IEnumerable<MapFeature> Read(MapImportOptions options, MapFile file, MapFileFormat format) => format switch
    {
        MapFileFormat.TopoJson => TopoJsonSource.Read(file.Content, options.ObjectName, options.Layer),
        MapFileFormat.Csv => CsvSource.Read(file.Content, options.GeometryField),
        _ => ReadGeoJson(file.Content),
    };

    /// <summary>Reads what ogr2ogr makes of a file.</summary>
    public static IEnumerable<MapFeature> ReadByOgr(MapImportOptions options)
    {
        if (options.ObjectName is null && OgrLayers.List(options.OgrProgram, options.File) is { Count: > 1 } layers)
            throw new MapFormatException($"The file has {layers.Count} layers: {string.Join(", ", layers)}. Name one of them: --object NAME.");
        using var ogr = OgrProcess.Start(options.OgrProgram, options.File, options.ObjectName);
        var hasAny = false;
        using (var source = new GeoJsonSource(ogr.Output))
        {
            while (NextOrNothing(source, ogr, hasAny) is { } feature)
            {
                hasAny = true;
                yield return feature;
            }
        }

        ogr.ThrowIfFailed();
    }

    /// <summary>Reads Parquet.</summary>
    public static IEnumerable<MapFeature> ReadParquet(MapImportOptions options) => options.Parquet is { } source
        ? source.Read(options)
        : throw new MapFormatException("Parquet is read through DuckDB: set MapImportOptions.Parquet by Genie.Geocoding.DuckDb (WithParquet), or make the file GeoJSON first, with DuckDB's own command or ogr2ogr.");

    private static IEnumerable<MapFeature> ReadGeoJson(Stream stream)
    {
        using var source = new GeoJsonSource(stream);
        while (source.Next() is { } feature) yield return feature;
    }

    // When it fails, what it wrote ends anywhere; its own message says more than what that looks like as JSON.
    private static MapFeature? NextOrNothing(GeoJsonSource source, OgrProcess ogr, bool hasAny)
    {
        try
        {
            return source.Next();
        }
        catch (MapFormatException)
        {
            ogr.ThrowIfFailed();
            if (!hasAny) return null;
            throw;
        }
    }
}
