using System.Text.Json;

namespace Genie.Geocoding.Addresses;

/// <summary>What a database says about a network.</summary>
public readonly struct IpRecord
{
    private const int MaxDepth = 60;

    // Pointers let a small file say a lot; no honest record has as many fields.
    private const int MaxFields = 100_000;

    internal IpRecord(IpField root, int place, int prefixBits) => (Root, Place, PrefixBits) = (root, place, prefixBits);

    /// <summary>The field that holds all others, as a rule a map.</summary>
    public IpField Root { get; }

    /// <summary>How many leading bits of the address name the network, counted in the address's own family.</summary>
    public int PrefixBits { get; }

    /// <summary>Which record it is: networks that share one have the same number.</summary>
    public int Place { get; }

    /// <summary>Writes all of it.</summary>
    /// <exception cref="IpFormatException">The file is damaged there, or nests its fields deeper than any record should.</exception>
    public void WriteJson(Utf8JsonWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        var budget = MaxFields;
        Write(writer, Root, 0, ref budget);
    }

    private static void Write(Utf8JsonWriter writer, IpField field, int depth, ref int budget)
    {
        if (depth > MaxDepth || --budget < 0) throw new IpFormatException("a record holds more than any should");
        switch (field.Type)
        {
            case IpFieldType.Map or IpFieldType.Array:
                WriteMembers(writer, field, depth, ref budget);
                break;
            case IpFieldType.Text:
                writer.WriteStringValue(field.Text);
                break;
            case IpFieldType.Bytes:
                writer.WriteBase64StringValue(field.Utf8);
                break;
            case IpFieldType.Boolean:
                writer.WriteBooleanValue(field.Boolean);
                break;
            case IpFieldType.Unsigned16 or IpFieldType.Unsigned32 or IpFieldType.Unsigned64 or IpFieldType.Unsigned128:
                writer.WriteRawValue(field.UnsignedValue.ToString(System.Globalization.CultureInfo.InvariantCulture));
                break;
            case IpFieldType.Signed32:
                writer.WriteNumberValue(field.SignedValue);
                break;
            case IpFieldType.Binary64 or IpFieldType.Binary32 when double.IsFinite(field.Number):
                writer.WriteNumberValue(field.Number);
                break;
            case IpFieldType.Binary64 or IpFieldType.Binary32:
                // JSON has no such numbers; NaN, Infinity and -Infinity as texts are what .NET reads back.
                writer.WriteStringValue(field.Number.ToString(System.Globalization.CultureInfo.InvariantCulture));
                break;
            default:
                throw new IpFormatException($"a field of a record is a {field.Type} that means nothing");
        }
    }

    private static void WriteMembers(Utf8JsonWriter writer, IpField field, int depth, ref int budget)
    {
        var bytes = field.Section.Bytes;
        var place = field.ContentPlace;
        var isMap = field.Type == IpFieldType.Map;
        if (isMap) writer.WriteStartObject();
        else writer.WriteStartArray();
        for (var i = 0L; i < field.Size; i++)
        {
            if (isMap)
            {
                writer.WritePropertyName(field.Section.FieldAt(place).Text);
                place = FieldHead.Skip(bytes, place);
            }

            Write(writer, field.Section.FieldAt(place), depth + 1, ref budget);
            place = FieldHead.Skip(bytes, place);
        }

        if (isMap) writer.WriteEndObject();
        else writer.WriteEndArray();
    }
}
