using System.Globalization;
using System.Numerics;
using System.Text.Json;

namespace Genie.Geocoding.Addresses;

/// <summary>What a database says about a network.</summary>
/// <param name="Fields">As MaxMind.Db gives them: as a rule a dictionary, with further ones, lists, texts and numbers in it.</param>
/// <param name="PrefixBits">How many leading bits of the address name the network.</param>
public sealed record IpRecord(object Fields, int PrefixBits)
{
    /// <summary>Writes all of it.</summary>
    public void WriteJson(Utf8JsonWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Write(writer, Fields);
    }

    private static void Write(Utf8JsonWriter writer, object? value)
    {
        switch (value)
        {
            case IReadOnlyDictionary<string, object> map:
                writer.WriteStartObject();
                foreach (var (name, member) in map)
                {
                    writer.WritePropertyName(name);
                    Write(writer, member);
                }

                writer.WriteEndObject();
                break;
            case string text:
                writer.WriteStringValue(text);
                break;
            case byte[] bytes:
                writer.WriteBase64StringValue(bytes);
                break;
            case bool flag:
                writer.WriteBooleanValue(flag);
                break;
            case double or float when !double.IsFinite(Convert.ToDouble(value, CultureInfo.InvariantCulture)):
                // JSON has no such numbers; NaN, Infinity and -Infinity as texts are what .NET reads back.
                writer.WriteStringValue(Convert.ToString(value, CultureInfo.InvariantCulture));
                break;
            case double or float:
                writer.WriteNumberValue(Convert.ToDouble(value, CultureInfo.InvariantCulture));
                break;
            case BigInteger number:
                writer.WriteRawValue(number.ToString(CultureInfo.InvariantCulture));
                break;
            case System.Collections.IEnumerable list:
                writer.WriteStartArray();
                foreach (var member in list) Write(writer, member);
                writer.WriteEndArray();
                break;
            default:
                writer.WriteRawValue(Convert.ToString(value, CultureInfo.InvariantCulture)!);
                break;
        }
    }
}
