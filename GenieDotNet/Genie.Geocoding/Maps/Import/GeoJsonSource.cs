using System.Text.Json;
using System.Text.Unicode;
using Genie.Tables;

namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// Features of GeoJSON, each read when it is asked for: of a collection, or of many texts one after the other (RFC 8142, or one
/// a line).
/// </summary>
/// <param name="stream">The text.</param>
/// <param name="warn">Gets what the text says of itself that one should know.</param>
/// <param name="encodingAdvice">What to do where it is not UTF-8, a sentence.</param>
internal sealed class GeoJsonSource(Stream stream, Action<string>? warn = null, string encodingAdvice = TextEncoding.Latin1Advice) : IDisposable
{
    private readonly JsonStream _json = new(stream);
    private readonly CollectionNotes _notes = new();
    private long _row;
    private bool _isInCollection;

    /// <summary>Bytes held at a time.</summary>
    public int BufferBytes => _json.BufferBytes;

    /// <summary>The next feature, or null at the end.</summary>
    /// <exception cref="MapFormatException">This is no GeoJSON.</exception>
    public MapFeature? Next()
    {
        try
        {
            while (true)
            {
                if (_isInCollection)
                {
                    if (_json.ReadValue(out var member)) return ReadFeature(member, ++_row);
                    _isInCollection = false;
                    SkipRest();
                }

                _json.Mark();
                if (!_json.Read(out var type, out _)) return End();
                if (type == JsonTokenType.StartObject && EntersCollection()) continue;
                _notes.Begin();
                _json.Rewind();
                if (_json.ReadValue(out var text)) return ReadFeature(text, ++_row);
            }
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            throw new MapFormatException($"The file is no GeoJSON; after {_row:N0} features: {exception.Message}", exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _json.Dispose();

    private MapFeature? End()
    {
        if (_notes.Conclude(_row) is { } note) warn?.Invoke(note);
        return null;
    }

    // Reads on as far as is needed to tell a collection, whose features are to come one by one, from a single feature. Both have properties.
    private bool EntersCollection()
    {
        _notes.Begin();
        while (_json.Read(out var token, out var name) && token == JsonTokenType.PropertyName)
        {
            switch (name)
            {
                case "features":
                    _isInCollection = _json.Read(out var first, out _) && first == JsonTokenType.StartArray;
                    if (_isInCollection) _json.Unmark();
                    return _isInCollection;
                case "geometry" or "coordinates" or "geometries":
                    return false;
                case "objects" or "arcs" or "transform":
                    throw new MapFormatException("The file is TopoJSON. Import it as that: --format topojson.");
                default:
                    if (!_json.ReadValue(out var value)) break;
                    if (name == "type" && value.SequenceEqual("\"Feature\""u8)) return false;
                    _notes.Add(name, value);
                    break;
            }
        }

        return false;
    }

    private void SkipRest()
    {
        while (_json.Read(out var token, out var name) && token == JsonTokenType.PropertyName)
        {
            if (_json.ReadValue(out var value)) _notes.Add(name, value);
        }
    }

    private MapFeature ReadFeature(ReadOnlySpan<byte> json, long row)
    {
        if (!Utf8.IsValid(json)) throw new MapFormatException(FormattableString.Invariant($"The file's feature {row:N0} is not UTF-8. {encodingAdvice}"));
        var polygons = new List<MapPolygon>();
        var problem = "it has no geometry";
        JsonElement properties = default;
        string? id = null;
        try
        {
            var reader = new Utf8JsonReader(json);
            reader.Read();
            if (reader.TokenType != JsonTokenType.StartObject) return MapFeature.Bad(row, "it is no object");
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                var (isGeometry, isProperties, isId) = (reader.ValueTextEquals("geometry"u8), reader.ValueTextEquals("properties"u8), reader.ValueTextEquals("id"u8));
                var isSystem = reader.ValueTextEquals("crs"u8);
                reader.Read();
                if (isSystem) ReferenceSystem.Check(ref reader);
                else if (isGeometry) problem = ReadGeometry(ref reader, polygons);
                else if (isProperties) properties = JsonElement.ParseValue(ref reader);
                else if (isId && reader.TokenType is (JsonTokenType.String or JsonTokenType.Number)) id = JsonElement.ParseValue(ref reader).ToString();
                reader.Skip();
            }
        }
        catch (Exception exception) when (exception is FormatException or InvalidOperationException or JsonException)
        {
            problem = exception.Message;
        }

        return new MapFeature(row, new JsonFields(properties, id), problem is null ? polygons : [], problem);
    }

    // What is wrong with the coordinates must not keep the properties unread, which name the area.
    private static string? ReadGeometry(ref Utf8JsonReader reader, List<MapPolygon> polygons)
    {
        var depth = reader.CurrentDepth;
        try
        {
            return GeoJsonGeometry.Read(ref reader, polygons);
        }
        catch (FormatException exception)
        {
            while (reader.CurrentDepth > depth && reader.Read())
            {
                // On to the geometry's end.
            }

            return exception.Message;
        }
    }
}
