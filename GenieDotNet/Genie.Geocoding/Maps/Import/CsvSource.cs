using System.Globalization;
using Genie.Tables;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Features of a CSV file with a column of well-known binary (in hexadecimal digits) or well-known text.</summary>
internal static class CsvSource
{
    private static readonly string[] GeometryNames = ["wkb", "wkt", "geom", "geometry", "shape", "the_geom"];

    private const int MaxRecordBytes = 512 * 1024 * 1024;

    /// <summary>Reads them.</summary>
    /// <param name="stream">UTF-8 text; separated by tabs, semicolons or commas, whichever stands in the header.</param>
    /// <param name="geometryField">The geometry's column, or null for the first with a usual name.</param>
    /// <exception cref="MapFormatException">There is no such column, a field has no end, or the text is not UTF-8.</exception>
    public static IEnumerable<MapFeature> Read(Stream stream, string? geometryField)
    {
        using var table = Guard(() => CsvTable.Open(stream, MaxRecordBytes));
        var header = table.Header;
        var place = FindGeometry(header, geometryField);
        var row = 0L;
        while (Guard(table.Read) is { } record)
        {
            row++;
            var fields = new CsvFields(header, record);
            yield return record.Length != header.Length
                ? MapFeature.Bad(row, $"it has {record.Length} fields, the header {header.Length}", fields)
                : string.IsNullOrWhiteSpace(record[place]) ? GeometryFeature.Missing(row, fields) : GeometryFeature.Read(row, fields, () => Parse(record[place].Trim()));
        }
    }

    private static T Guard<T>(Func<T> read)
    {
        try
        {
            return read();
        }
        catch (FormatException exception)
        {
            throw new MapFormatException($"The file cannot be read: {exception.Message}", exception);
        }
    }

    /// <summary>A column's place, or -1; upper and lower case do not matter where no name fits exactly.</summary>
    public static int PlaceOf(string[] header, string name)
    {
        var place = Array.IndexOf(header, name);
        return place >= 0 ? place : Array.FindIndex(header, column => string.Equals(column, name, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>The place of the column with the geometry: the named one, else the first with a usual name.</summary>
    /// <exception cref="MapFormatException">There is none.</exception>
    public static int FindGeometry(string[] header, string? name)
    {
        var place = (name is null ? GeometryNames : [name]).Select(one => PlaceOf(header, one)).FirstOrDefault(found => found >= 0, -1);
        return place >= 0 ? place : throw new MapFormatException($"The file has no column {(name is null ? "with a geometry" : $"'{name}'")} but: {string.Join(", ", header)}. Name it: --geometry FIELD.");
    }

    /// <summary>The geometry of well-known binary in hexadecimal digits, or of well-known text; PostGIS writes \x... and SRID=4326;..., GDAL neither.</summary>
    public static Geometry Parse(string text)
    {
        if (text.Length == 0) throw new FormatException("there is nothing");
        if (text.StartsWith("\\x", StringComparison.Ordinal)) text = text[2..];
        if (text.StartsWith('0')) return new WKBReader().Read(Convert.FromHexString(text));
        var number = 0;
        if (text.StartsWith("SRID=", StringComparison.OrdinalIgnoreCase))
        {
            var end = text.IndexOf(';', StringComparison.Ordinal);
            if (end < 0 || !int.TryParse(text.AsSpan(5, end - 5), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number)) throw new FormatException("no number and semicolon stand behind SRID=");
            text = text[(end + 1)..];
        }

        var geometry = new WKTReader().Read(text) ?? throw new FormatException("there is nothing");
        geometry.SRID = number;
        return geometry;
    }
}
