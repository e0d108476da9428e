using System.CommandLine;
using System.Globalization;
using System.Net.Sockets;
using Genie.Benchmarks.Commands.Maps;
using Genie.Geocoding;
using Genie.Geocoding.Addresses;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Places;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie geocode LAT LON</c>: what lies at a point. <c>genie geocode IP --mmdb FILE</c>: where an address is.</summary>
internal sealed class GeocodeCommand
{
    private const double MetresPerKilometre = 1000;
    private const double MaxCoastKilometres = 100;
    private const double MaxNearestKilometres = 20_000;

    private readonly Argument<string> _first = new("LAT|PLACE|IP") { Description = "Latitude in degrees, north positive: 38.870945; or both coordinates in one: 38.87,-77.05, 38.87N 77.05W, 38°52'12\"N 77°03'00\"W, geo:38.87,-77.05, a link of a map; or, with --mmdb, an IP address" };
    private readonly Argument<string?> _second = new("LON") { Description = "Longitude in degrees, east positive: -77.055252", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<bool> _json = new("--json") { Description = "Print one JSON object; of an address, all that the file says" };
    private readonly Option<double?> _nearest = new("--nearest") { Description = "Where no town's area is known, name the nearest town within so many kilometres", HelpName = "KM" };
    private readonly Option<double> _coast = new("--coast") { Description = "Where no country has the point, name the nearest areas within so many kilometres, and how far they are; 0: none", HelpName = "KM", DefaultValueFactory = _ => 5 };
    private readonly ParsedOption<string> _worldview = Options.OneOfOrNone("--worldview", "In whose eyes disputed areas belong to a country; without it as ISO 3166 lists them", [.. Worldview.Names]);
    private readonly Option<string?> _database = new("--mmdb") { Description = "A MaxMind DB file (GeoLite2, GeoIP2 and others) to look an IP address up in", HelpName = "FILE" };
    private readonly Option<string> _folder = new MapPlaces().Folder;

    private GeocodeCommand()
    {
    }

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var geocode = new GeocodeCommand();
        var command = new Command("geocode")
        {
            geocode._first, geocode._second, geocode._json, geocode._folder, geocode._coast, geocode._worldview, geocode._nearest, geocode._database,
        };
        command.SetAction((parsed, cancellationToken) =>
            parsed.GetValue(geocode._database) is { } file ? Task.FromResult(geocode.LookUpAddress(parsed, file)) : geocode.LookUpPointAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> LookUpPointAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var point = ReadPoint(parsed.GetValue(_first)!, parsed.GetValue(_second));
        var coast = parsed.GetValue(_coast);
        if (!(coast is >= 0 and <= MaxCoastKilometres)) throw new BadArgumentException($"--coast: 0 to {MaxCoastKilometres} kilometres.");
        if (parsed.GetValue(_nearest) is { } reach && !(reach is > 0 and <= MaxNearestKilometres)) throw new BadArgumentException($"--nearest: more than 0, and up to {MaxNearestKilometres} kilometres.");
        MapPlaces.CheckFolder(parsed, _folder);
        using var embedded = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { MapFolder = parsed.GetValue(_folder), NearestAreaMetres = coast * MetresPerKilometre, Worldview = _worldview.Read(parsed) });
        IReverseGeocoder geocoder = parsed.GetValue(_nearest) is { } kilometres ? new NearestPlaceGeocoder(embedded, NearestPlaces.BuiltIn, kilometres * MetresPerKilometre) : embedded;
        var streams = parsed.Streams();
        var answer = await geocoder.LookUpAsync(point, cancellationToken).ConfigureAwait(false);
        foreach (var damage in embedded.DamagedFiles) await streams.Error.WriteLineAsync(damage.Message.Printable()).ConfigureAwait(false);
        if (parsed.GetValue(_json)) GeocodeOutput.PrintJson(answer, streams);
        else GeocodeOutput.PrintText(answer, streams);
        return answer.Status == LookupStatus.InvalidCoordinate ? ExitCode.BadArguments : ExitCode.Success;
    }

    private int LookUpAddress(ParseResult parsed, string file)
    {
        var text = parsed.GetValue(_first)!;
        if (!IpGeocoder.TryParseAddress(text, out var address) || parsed.GetValue(_second) is not null)
            throw new BadArgumentException($"--mmdb takes one IP address, four decimal numbers without leading zeros or IPv6 without a zone: genie geocode 81.2.69.160 --mmdb {file}.");
        using var geocoder = IpGeocoder.Open(file);
        if (!geocoder.TryFind(address, out var record))
        {
            var isOther = geocoder.Metadata.IPVersion == 4 && address.AddressFamily == AddressFamily.InterNetworkV6;
            parsed.InvocationConfiguration.Output.WriteLine($"{file} ({geocoder.Metadata.DatabaseType}) has no record of {address}{(isOther ? ": it is for IPv4 only" : "")}.");
            return ExitCode.Success;
        }

        var answer = geocoder.LookUp(address);

        // A file of networks' owners or of proxies has no places; then all of the record is the answer.
        if (parsed.GetValue(_json) || answer.Place.Status != LookupStatus.Found) GeocodeOutput.PrintJson(record, parsed.Streams());
        else GeocodeOutput.PrintText(answer, parsed.Streams());
        return ExitCode.Success;
    }

    private static GeoPoint ReadPoint(string first, string? second)
    {
        // Two plain numbers may be any: the look-up says what is wrong with a latitude of 91.
        if (TryReadDegrees(first, out var latitude) && second is not null && TryReadDegrees(second, out var longitude)) return new GeoPoint(latitude, longitude);
        if (GeoPoint.TryParse(second is null ? first : $"{first} {second}", out var point)) return point;
        var problem = second is null ? TryReadDegrees(first, out _) ? "LON is missing" : $"'{first}' is no place" : $"'{first}' and '{second}' are no place";
        throw new BadArgumentException($"{problem}. It looks like this: genie geocode 38.870945 -77.055252, or 38.87,-77.05, 38.87N 77.05W, geo:38.87,-77.05, or a link of a map; an IP address needs --mmdb FILE.");
    }

    private static bool TryReadDegrees(string text, out double degrees) => double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out degrees);
}
