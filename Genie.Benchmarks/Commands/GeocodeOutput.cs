using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Genie.Geocoding;
using Genie.Geocoding.Addresses;

namespace Genie.Benchmarks.Commands;

/// <summary>Prints what <c>genie geocode</c> found.</summary>
internal static class GeocodeOutput
{
    // For a terminal, not for a page: names stay as people write them.
    private static readonly JsonWriterOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>A line an area, the narrowest first.</summary>
    public static void PrintText(PlaceAnswer answer, CommandStreams streams)
    {
        switch (answer.Status)
        {
            case LookupStatus.InvalidCoordinate:
                streams.Error.WriteLine("There is no such place: the latitude is -90 to 90, and both are finite numbers.");
                break;
            case LookupStatus.Nowhere:
                streams.Output.WriteLine("No area of the map: the open sea.");
                break;
            default:
                if (answer.Status == LookupStatus.Nearby)
                    streams.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"No country has this point. The nearest is {answer.DistanceMetres / 1000:0.0} km away:"));
                foreach (var area in Areas(answer)) streams.Output.WriteLine($"{area.Layer,-8} {area.Code,-16} {area.Name}".Printable());
                break;
        }
    }

    /// <summary>The same, and about where.</summary>
    public static void PrintText(IpAnswer answer, CommandStreams streams)
    {
        PrintText(answer.Place, streams);
        if (answer.Location is { } point)
            streams.Output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{"location",-8} {$"{point.Latitude}, {point.Longitude}",-16} {(answer.AccuracyKilometres is { } accuracy ? $"within {accuracy} km" : "")}").TrimEnd());
    }

    /// <summary>An object with the areas by their layers.</summary>
    public static void PrintJson(PlaceAnswer answer, CommandStreams streams) => Print(streams, writer =>
    {
        writer.WriteStartObject();
        writer.WriteString("status", JsonNamingPolicy.SnakeCaseLower.ConvertName(answer.Status.ToString()));
        if (answer.Status == LookupStatus.Nearby) writer.WriteNumber("distance_m", Math.Round(answer.DistanceMetres, 1));
        foreach (var area in Areas(answer))
        {
            writer.WriteStartObject(area.Layer);
            writer.WriteString("code", area.Code);
            writer.WriteString("name", area.Name);
            if (area.Properties is { } properties)
            {
                writer.WritePropertyName("properties");
                writer.WriteRawValue(properties);
            }

            writer.WriteEndObject();
        }

        writer.WriteEndObject();
    });

    /// <summary>A record as it is, with the number of bits of its network.</summary>
    public static void PrintJson(IpRecord record, CommandStreams streams) => Print(streams, writer =>
    {
        writer.WriteStartObject();
        writer.WriteNumber("prefix_bits", record.PrefixBits);
        writer.WritePropertyName("record");
        record.WriteJson(writer);
        writer.WriteEndObject();
    });

    private static void Print(CommandStreams streams, Action<Utf8JsonWriter> write)
    {
        using var output = streams.OpenOutput();
        using (var writer = new Utf8JsonWriter(output, Readable)) write(writer);
        output.WriteByte((byte)'\n');
    }

    private static IEnumerable<Area> Areas(PlaceAnswer answer) =>
        [.. new[] { answer.Place, answer.PostalCode, answer.County, answer.State, answer.Country, answer.TimeZone }.OfType<Area>(), .. answer.Others ?? []];
}
