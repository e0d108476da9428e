namespace Genie.Geocoding.Maps.Import;

/// <summary>What a map's file is.</summary>
public enum MapFileFormat
{
    /// <summary>Found out from the file's name and first bytes.</summary>
    Auto,

    /// <summary>GeoJSON (RFC 7946): a collection, or a sequence of texts (RFC 8142), or one text a line. Read piece by piece.</summary>
    GeoJson,

    /// <summary>TopoJSON. Its shared borders may stand at the end, so that the whole file is held in memory.</summary>
    TopoJson,

    /// <summary>Comma- or tab-separated values (RFC 4180) with a column of WKB in hexadecimal digits, or of WKT. Read row by row.</summary>
    Csv,

    /// <summary>Parquet with a column of WKB, as GeoParquet 1 has it. Read row by row through DuckDB, by the library Genie.Geocoding.DuckDb.</summary>
    Parquet,

    /// <summary>Whatever GDAL's <c>ogr2ogr</c> reads, which has to be installed: shapefiles, GeoPackage, FlatGeobuf.</summary>
    Ogr,
}
