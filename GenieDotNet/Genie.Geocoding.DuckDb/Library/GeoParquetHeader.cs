using System.Text;
using System.Text.Json;
using DuckDB.NET.Data;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>What GeoParquet says about a file's geometries, in the key <c>geo</c> of its metadata (GeoParquet 1.1, "File metadata"); plain Parquet says nothing.</summary>
internal sealed class GeoParquetHeader
{
    private readonly JsonElement _geo;

    private GeoParquetHeader(JsonElement geo) => _geo = geo;

    /// <summary>The column with the geometry, or null.</summary>
    public string? PrimaryColumn => _geo.ValueKind == JsonValueKind.Object && _geo.TryGetProperty("primary_column", out var name) && name.ValueKind == JsonValueKind.String ? name.GetString() : null;

    /// <summary>Reads it.</summary>
    /// <exception cref="MapFormatException">It is no JSON.</exception>
    public static GeoParquetHeader Read(DuckDBConnection connection, string file)
    {
        using var command = DuckDbFile.Command(connection, "SELECT value FROM parquet_kv_metadata($1) WHERE key = 'geo'::BLOB", file);
        using var reader = command.ExecuteReader();
        if (!reader.Read()) return new GeoParquetHeader(default);
        using var value = reader.GetStream(0);
        using var text = new StreamReader(value, Encoding.UTF8);
        try
        {
            using var geo = JsonDocument.Parse(text.ReadToEnd());
            return new GeoParquetHeader(geo.RootElement.Clone());
        }
        catch (JsonException exception)
        {
            throw new MapFormatException($"The file's GeoParquet metadata is damaged: {exception.Message}", exception);
        }
    }

    /// <summary>Checks that a column's coordinates are degrees, and that it is encoded so that it can be read.</summary>
    /// <exception cref="MapFormatException">It is otherwise.</exception>
    public void Check(string column)
    {
        if (_geo.ValueKind != JsonValueKind.Object || !_geo.TryGetProperty("columns", out var columns) || columns.ValueKind != JsonValueKind.Object
            || !columns.TryGetProperty(column, out var described) || described.ValueKind != JsonValueKind.Object) return;
        if (described.TryGetProperty("encoding", out var encoding) && encoding.ToString() is { } name && !name.Equals("WKB", StringComparison.OrdinalIgnoreCase))
            throw new MapFormatException($"The column '{column}' has the encoding '{name}'. GeoArrow is not read: write the file with the encoding WKB (geopandas: geometry_encoding='WKB').");
        if (described.TryGetProperty("crs", out var crs)) ReferenceSystem.CheckProjJson(crs);
    }
}
