using System.CommandLine;
using System.Text.Json;
using Genie.Benchmarks.Commands.Maps;
using Genie.Geocoding;
using Genie.Geocoding.Places;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie geocode LAT LON</c>: what lies at a point.</summary>
internal static class GeocodeCommand
{
    private const double MetresPerKilometre = 1000;

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var latitude = new Argument<double>("LAT") { Description = "Latitude in degrees, north positive: 38.870945" };
        var longitude = new Argument<double>("LON") { Description = "Longitude in degrees, east positive: -77.055252" };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var folder = new MapPlaces().Folder;
        var nearest = new Option<double?>("--nearest") { Description = "Where no town's area is known, name the nearest town within so many kilometres", HelpName = "KM" };
        var command = new Command("geocode", "Looks up the areas around a point in the built-in maps and those that were imported") { latitude, longitude, json, folder, nearest };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            using var embedded = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { MapFolder = parsed.GetValue(folder) });
            IReverseGeocoder geocoder = parsed.GetValue(nearest) is { } kilometres ? new NearestPlaceGeocoder(embedded, NearestPlaces.BuiltIn, kilometres * MetresPerKilometre) : embedded;
            var answer = await geocoder.LookUpAsync(new GeoPoint(parsed.GetValue(latitude), parsed.GetValue(longitude)), cancellationToken).ConfigureAwait(false);
            if (parsed.GetValue(json)) PrintJson(answer);
            else PrintText(answer);
            return answer.Status == LookupStatus.InvalidCoordinate ? ExitCode.BadArguments : ExitCode.Success;
        });
        return command;
    }

    private static void PrintText(PlaceAnswer answer)
    {
        switch (answer.Status)
        {
            case LookupStatus.InvalidCoordinate:
                Console.Error.WriteLine("There is no such place: the latitude is -90 to 90, and both are finite numbers.");
                break;
            case LookupStatus.Nowhere:
                Console.WriteLine("No area of the map: the open sea.");
                break;
            default:
                foreach (var area in Areas(answer)) Console.WriteLine($"{area.Layer,-8} {area.Code,-16} {area.Name}");
                break;
        }
    }

    private static void PrintJson(PlaceAnswer answer)
    {
        using var output = Console.OpenStandardOutput();
        using (var writer = new Utf8JsonWriter(output))
        {
            writer.WriteStartObject();
            writer.WriteString("status", JsonNamingPolicy.SnakeCaseLower.ConvertName(answer.Status.ToString()));
            foreach (var area in Areas(answer))
            {
                writer.WriteStartObject(area.Layer);
                writer.WriteString("code", area.Code);
                writer.WriteString("name", area.Name);
                writer.WriteEndObject();
            }

            writer.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static IEnumerable<Area> Areas(PlaceAnswer answer) =>
        new[] { answer.Place, answer.PostalCode, answer.County, answer.State, answer.Country, answer.TimeZone }.OfType<Area>();
}
