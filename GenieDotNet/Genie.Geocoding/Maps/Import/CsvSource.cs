using System.Text;
using CsvHelper;
using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Features of a CSV file with a column of well-known binary (in hexadecimal digits) or well-known text.</summary>
internal static class CsvSource
{
    private static readonly string[] GeometryNames = ["wkb", "wkt", "geom", "geometry", "shape", "the_geom"];

    private const int MaxRecordBytes = 512 * 1024 * 1024;

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private static readonly char[] Separators = ['\t', ';', ','];

    /// <summary>Reads them.</summary>
    /// <param name="stream">UTF-8 text; separated by tabs, semicolons or commas, whichever stands in the header.</param>
    /// <param name="geometryField">The geometry's column, or null for the first with a usual name.</param>
    /// <exception cref="MapFormatException">There is no such column, or a field has no end.</exception>
    /// <exception cref="DecoderFallbackException">The text is not UTF-8.</exception>
    public static IEnumerable<MapFeature> Read(Stream stream, string? geometryField)
    {
        using var text = new StreamReader(stream, StrictUtf8, detectEncodingFromByteOrderMarks: true, 64 * 1024, leaveOpen: true);
        var first = text.ReadLine() ?? throw new MapFormatException("The file is empty.");
        var separator = Separators.MaxBy(character => first.Count(c => c == character));
        var header = Records(new StringReader(first), separator).FirstOrDefault() ?? throw new MapFormatException("The file's first line has no column names.");
        var place = FindGeometry(header, geometryField);
        var row = 0L;
        foreach (var record in Records(text, separator))
        {
            row++;
            var fields = new CsvFields(header, record);
            yield return record.Length != header.Length
                ? MapFeature.Bad(row, $"it has {record.Length} fields, the header {header.Length}", fields)
                : string.IsNullOrWhiteSpace(record[place]) ? GeometryFeature.Missing(row, fields) : GeometryFeature.Read(row, fields, () => Parse(record[place].Trim()));
        }
    }

    private static IEnumerable<string[]> Records(TextReader text, char separator)
    {
        // Text behind a closing quote is taken, as others write it. But an opening quote without a closing one swallows the rest of the file.
        var hasNoEnd = false;
        using var reader = CsvReader.Create(text, new CsvReaderOptions
        {
            Separator = separator,
            HasHeader = false,
            MaxRecordSize = MaxRecordBytes,
            OnMalformedRecord = bad => hasNoEnd |= bad.Reason == CsvMalformedReason.UnterminatedQuote,
        }, leaveOpen: true);
        while (Next(reader))
        {
            if (hasNoEnd) throw new MapFormatException("The file ends within a quoted field.");
            yield return reader.Current.ToArray();
        }
    }

    private static bool Next(CsvReader reader)
    {
        try
        {
            return reader.Read();
        }
        catch (CsvFormatException exception)
        {
            throw new MapFormatException($"The file's record {exception.RecordNumber:N0} is no CSV, or a quote is missing before it: {exception.Message}", exception);
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
        if (text[0] == '0') return new WKBReader().Read(Convert.FromHexString(text));
        if (text.StartsWith("SRID=", StringComparison.OrdinalIgnoreCase)) text = text[(text.IndexOf(';', StringComparison.Ordinal) + 1)..];
        return new WKTReader().Read(text) ?? throw new FormatException("there is nothing");
    }
}
