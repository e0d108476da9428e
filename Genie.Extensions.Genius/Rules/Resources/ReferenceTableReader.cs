using System.Globalization;
using System.Text.Json;
using System.Text.Unicode;
using Genie.Extensions.Genius.Events;
using Genie.Tables;

namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>Reads reference tables from files.</summary>
/// <remarks>
/// CSV (RFC 4180, UTF-8; commas, tabs or semicolons): the first line names the columns, the first column is the key. A column is of texts; <c>axles:number</c> and <c>active:boolean</c> are of others, and an empty
/// field of these is none. JSON: an object of rows by their keys, <c>{"truck-7": {"depot": "west", "axles": 3}}</c>, or an array of keys, <c>["ann", "bob"]</c>.
/// </remarks>
public static class ReferenceTableReader
{
    private const int RecordBytesMax = 1 << 20;

    /// <summary>Reads a file whose name ends in .csv or .json.</summary>
    /// <param name="name">The table's name.</param>
    /// <param name="path">The file.</param>
    /// <exception cref="ReferenceTableException">It is no table, or cannot be read.</exception>
    public static ReferenceTable Read(string name, string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentException.ThrowIfNullOrEmpty(path);
        try
        {
            using var stream = File.OpenRead(path);
            TextEncoding.RefuseWide(stream);
            return new ReferenceTable(name, Path.GetExtension(path).ToUpperInvariant() switch
            {
                ".CSV" => ReadCsv(stream),
                ".JSON" => ReadJson(stream),
                _ => throw new FormatException("its name ends neither in .csv nor in .json."),
            });
        }
        catch (Exception error) when (error is FormatException or ArgumentException or InvalidOperationException or JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ReferenceTableException(path, error.Message, error);
        }
    }

    private static List<KeyValuePair<string, EventAttributes>> ReadCsv(Stream stream)
    {
        using var table = CsvTable.Open(stream, RecordBytesMax);
        var rows = new List<KeyValuePair<string, EventAttributes>>();
        for (var line = 2; table.Read() is { } fields; line++)
        {
            if (fields.Length != table.Header.Length) throw new FormatException($"record {line} has {fields.Length} fields, the first {table.Header.Length}.");
            rows.Add(RowOf(table.Header, fields, line));
        }

        return rows;
    }

    private static KeyValuePair<string, EventAttributes> RowOf(string[] header, string[] fields, int line)
    {
        var values = new List<KeyValuePair<string, AttributeValue>>();
        for (var i = 1; i < header.Length; i++)
        {
            var parts = header[i].Split(':', 2);
            if (ValueOf(fields[i], parts.Length == 2 ? parts[1] : "text", header[i], line) is { } value) values.Add(new(parts[0], value));
        }

        return new(fields[0], EventAttributes.Of([.. values]));
    }

    private static AttributeValue? ValueOf(string field, string type, string column, int line)
    {
        if (type == "text") return AttributeValue.Of(field);
        if (field.Length == 0) return default(AttributeValue?);
        if (type == "number" && double.TryParse(field, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)) return AttributeValue.Of(number);
        if (type == "boolean" && bool.TryParse(field, out var isTrue)) return AttributeValue.Of(isTrue);
        throw new FormatException(type is "number" or "boolean" ? $"'{field}' in record {line} is no {type}." : $"column '{column}' is of no known type; text, number and boolean are.");
    }

    private static IEnumerable<KeyValuePair<string, EventAttributes>> ReadJson(Stream stream)
    {
        using var text = new MemoryStream();
        stream.CopyTo(text);
        if (!Utf8.IsValid(text.GetBuffer().AsSpan(0, (int)text.Length))) throw new FormatException($"it is not UTF-8. {TextEncoding.Latin1Advice}");
        text.Position = 0;
        using var document = JsonDocument.Parse(text);
        return document.RootElement.ValueKind switch
        {
            JsonValueKind.Array => [.. document.RootElement.EnumerateArray().Select(static key => new KeyValuePair<string, EventAttributes>(KeyOf(key), EventAttributes.None))],
            JsonValueKind.Object => [.. document.RootElement.EnumerateObject().Select(static row => new KeyValuePair<string, EventAttributes>(row.Name, RowOf(row)))],
            _ => throw new FormatException("an object of rows or an array of keys is expected."),
        };
    }

    private static string KeyOf(JsonElement key) => key.ValueKind == JsonValueKind.String ? key.GetString()! : throw new FormatException($"{key.GetRawText()} is no key; texts are.");

    private static EventAttributes RowOf(JsonProperty row) => row.Value.ValueKind == JsonValueKind.Object
        ? EventAttributes.Of([.. row.Value.EnumerateObject().Where(static each => each.Value.ValueKind != JsonValueKind.Null).Select(each => KeyValuePair.Create(each.Name, ValueOf(each, row.Name)))])
        : throw new FormatException($"the row '{row.Name}' is no object.");

    private static AttributeValue ValueOf(JsonProperty field, string row) => field.Value.ValueKind switch
    {
        JsonValueKind.String => field.Value.GetString()!,
        JsonValueKind.Number => field.Value.GetDouble(),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw new FormatException($"'{field.Name}' of '{row}' is no text, number, true or false."),
    };
}
