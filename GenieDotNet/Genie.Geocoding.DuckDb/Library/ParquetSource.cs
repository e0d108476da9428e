using System.Text.Json;
using DuckDB.NET.Data;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using NetTopologySuite.IO;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>Rows of a Parquet file whose geometry is well-known binary, which is how GeoParquet has it, and Overture Maps ships.</summary>
internal sealed class ParquetSource : IFeatureSource
{
    /// <inheritdoc/>
    public IEnumerable<MapFeature> Read(MapImportOptions options)
    {
        using var connection = DuckDbFile.OpenMemory();

        // As blobs: the driver has no type for DuckDB's own geometries.
        DuckDbFile.Run(connection, "SET enable_geoparquet_conversion = false");
        var columns = Guard(() => Columns(connection, options.File));
        string[] names = [.. columns.Keys];
        var file = Guard(() => GeoParquetHeader.Read(connection, options.File));
        var geometry = names[CsvSource.FindGeometry(names, options.GeometryField ?? file.PrimaryColumn)];
        file.Check(geometry);
        CheckNativeSystem(columns[geometry]);
        var isText = columns[geometry] == "VARCHAR";
        if (!isText && columns[geometry] != "BLOB" && !columns[geometry].StartsWith("GEOMETRY", StringComparison.Ordinal))
            throw new MapFormatException($"The column '{geometry}' is of the type {columns[geometry]}, neither well-known binary nor text. GeoArrow is not read: write the file with the encoding WKB (geopandas: geometry_encoding='WKB').");
        using var command = Select(connection, options, columns, geometry);
        using var reader = Guard(command.ExecuteReader);
        var chosen = Enumerable.Range(1, reader.FieldCount - 1).Select(reader.GetName).ToArray();
        var wkb = new WKBReader();
        for (var row = 1L; Guard(reader.Read); row++)
        {
            var fields = new ParquetFields(names, chosen, [.. Enumerable.Range(1, chosen.Length).Select(i => reader.IsDBNull(i) ? null : reader.GetValue(i))]);
            if (reader.IsDBNull(0))
            {
                yield return GeometryFeature.Missing(row, fields);
                continue;
            }

            if (isText)
            {
                var text = reader.GetString(0);
                yield return GeometryFeature.Read(row, fields, () => CsvSource.Parse(text.Trim()));
                continue;
            }

            using var shape = reader.GetStream(0);
            yield return GeometryFeature.Read(row, fields, () => wkb.Read(shape));
        }
    }

    // Parquet's own geometries may name their system, too: DuckDB shows it in the type, GEOMETRY('OGC:CRS84'), as a name or as PROJJSON.
    private static void CheckNativeSystem(string type)
    {
        const string Begin = "GEOMETRY('";
        if (!type.StartsWith(Begin, StringComparison.Ordinal)) return;
        var system = type[Begin.Length..type.LastIndexOf('\'')].Replace("''", "'", StringComparison.Ordinal);
        if (!system.StartsWith('{'))
        {
            ReferenceSystem.Check(system);
            return;
        }

        try
        {
            using var json = JsonDocument.Parse(system);
            ReferenceSystem.CheckProjJson(json.RootElement);
        }
        catch (JsonException exception)
        {
            throw new MapFormatException($"The reference system of the file's geometry is damaged: {exception.Message}", exception);
        }
    }

    // Only what is asked for: files of many wide columns are the rule.
    private static DuckDBCommand Select(DuckDBConnection connection, MapImportOptions options, Dictionary<string, string> columns, string geometry)
    {
        var wanted = new[] { options.KeyField, options.NameField, options.ParentField }.OfType<string>().Concat(FieldChoice.UsualNames).Concat(options.KeepFields);
        var chosen = columns.Keys.Where(column => (options.KeepFields.Contains(MapImportOptions.AllFields) || wanted.Any(name => IsIn(name, column))) && column != geometry);
        var shape = columns[geometry].StartsWith("GEOMETRY", StringComparison.Ordinal) ? $"ST_AsWKB({Quote(geometry)})" : Quote(geometry);
        var where = options.Where is { } condition ? $" WHERE {condition}" : "";
        var command = DuckDbFile.Command(connection, $"SELECT {string.Join(", ", chosen.Select(Quote).Prepend(shape))} FROM read_parquet($1){where}", options.File);
        command.UseStreamingMode = true;
        return command;
    }

    private static bool IsIn(string field, string column) =>
        field.Equals(column, StringComparison.OrdinalIgnoreCase) || field.StartsWith(column + ".", StringComparison.OrdinalIgnoreCase);

    private static Dictionary<string, string> Columns(DuckDBConnection connection, string file)
    {
        var columns = new Dictionary<string, string>();
        using var command = DuckDbFile.Command(connection, "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet($1))", file);
        using var reader = command.ExecuteReader();
        while (reader.Read()) columns.Add(reader.GetString(0), reader.GetString(1));
        return columns;
    }

    private static string Quote(string column) => $"\"{column.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";

    private static T Guard<T>(Func<T> ask)
    {
        try
        {
            return ask();
        }
        catch (DuckDBException exception)
        {
            throw new MapFormatException($"DuckDB cannot read the file: {exception.Message}", exception);
        }
    }
}
