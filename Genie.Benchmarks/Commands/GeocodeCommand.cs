using System.CommandLine;
using System.Globalization;
using System.Net;
using Genie.Benchmarks.Commands.Maps;
using Genie.Geocoding;
using Genie.Geocoding.Addresses;
using Genie.Geocoding.Places;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie geocode LAT LON</c>: what lies at a point. <c>genie geocode IP --mmdb FILE</c>: where an address is.</summary>
internal sealed class GeocodeCommand
{
    private const double MetresPerKilometre = 1000;

    private readonly Argument<string> _first = new("LAT|IP") { Description = "Latitude in degrees, north positive: 38.870945; or, with --mmdb, an IP address" };
    private readonly Argument<string?> _second = new("LON") { Description = "Longitude in degrees, east positive: -77.055252", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON object; of an address, all that the file says" };
    private readonly Option<double?> _nearest = new("--nearest") { Description = "Where no town's area is known, name the nearest town within so many kilometres", HelpName = "KM" };
    private readonly Option<string?> _database = new("--mmdb") { Description = "A MaxMind DB file (GeoLite2, GeoIP2 and others) to look an IP address up in", HelpName = "FILE" };
    private readonly Option<string> _folder = new MapPlaces().Folder;

    private GeocodeCommand()
    {
    }

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var geocode = new GeocodeCommand();
        var command = new Command("geocode", "Looks up the areas around a point in the built-in maps and those that were imported, or the place of an IP address.")
        {
            geocode._first, geocode._second, geocode._json, geocode._folder, geocode._nearest, geocode._database,
        };
        command.SetAction((parsed, cancellationToken) =>
            parsed.GetValue(geocode._database) is { } file ? Task.FromResult(geocode.LookUpAddress(parsed, file)) : geocode.LookUpPointAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> LookUpPointAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var point = new GeoPoint(ReadDegrees("LAT", parsed.GetValue(_first)), ReadDegrees("LON", parsed.GetValue(_second)));
        using var embedded = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { MapFolder = parsed.GetValue(_folder) });
        IReverseGeocoder geocoder = parsed.GetValue(_nearest) is { } kilometres ? new NearestPlaceGeocoder(embedded, NearestPlaces.BuiltIn, kilometres * MetresPerKilometre) : embedded;
        var answer = await geocoder.LookUpAsync(point, cancellationToken).ConfigureAwait(false);
        if (parsed.GetValue(_json)) GeocodeOutput.PrintJson(answer);
        else GeocodeOutput.PrintText(answer);
        return answer.Status == LookupStatus.InvalidCoordinate ? ExitCode.BadArguments : ExitCode.Success;
    }

    private int LookUpAddress(ParseResult parsed, string file)
    {
        var text = parsed.GetValue(_first)!;
        if (!IPAddress.TryParse(text, out var address) || parsed.GetValue(_second) is not null)
            throw new BadArgumentException($"--mmdb takes one IP address: genie geocode 81.2.69.160 --mmdb {file}.");
        var geocoder = IpGeocoder.Open(file);
        if (!geocoder.Database.TryFind(address, out var record))
        {
            Console.WriteLine($"{file} ({geocoder.Database.Metadata.DatabaseType}) has no record of {address}.");
            return ExitCode.Success;
        }

        var answer = geocoder.LookUp(address);

        // A file of networks' owners or of proxies has no places; then all of the record is the answer.
        if (parsed.GetValue(_json) || answer.Place.Status != LookupStatus.Found) GeocodeOutput.PrintJson(record);
        else GeocodeOutput.PrintText(answer);
        return ExitCode.Success;
    }

    private static double ReadDegrees(string name, string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var degrees)
            ? degrees
            : throw new BadArgumentException($"{name} is {(text is null ? "missing" : $"'{text}', no number")}. It looks like this: genie geocode 38.870945 -77.055252; an IP address needs --mmdb FILE.");
}
