using System.CommandLine;
using System.Globalization;
using System.Net;
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

    private readonly Argument<string> _first = new("LAT|IP") { Description = "Latitude in degrees, north positive: 38.870945; or, with --mmdb, an IP address" };
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
        var point = new GeoPoint(ReadDegrees("LAT", parsed.GetValue(_first)), ReadDegrees("LON", parsed.GetValue(_second)));
        var coast = parsed.GetValue(_coast);
        if (!(coast is >= 0 and <= MaxCoastKilometres)) throw new BadArgumentException($"--coast: 0 to {MaxCoastKilometres} kilometres.");
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
        if (!IPAddress.TryParse(text, out var address) || parsed.GetValue(_second) is not null)
            throw new BadArgumentException($"--mmdb takes one IP address: genie geocode 81.2.69.160 --mmdb {file}.");
        using var geocoder = IpGeocoder.Open(file);
        if (!geocoder.TryFind(address, out var record))
        {
            parsed.InvocationConfiguration.Output.WriteLine($"{file} ({geocoder.Metadata.DatabaseType}) has no record of {address}.");
            return ExitCode.Success;
        }

        var answer = geocoder.LookUp(address);

        // A file of networks' owners or of proxies has no places; then all of the record is the answer.
        if (parsed.GetValue(_json) || answer.Place.Status != LookupStatus.Found) GeocodeOutput.PrintJson(record, parsed.Streams());
        else GeocodeOutput.PrintText(answer, parsed.Streams());
        return ExitCode.Success;
    }

    private static double ReadDegrees(string name, string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var degrees)
            ? degrees
            : throw new BadArgumentException($"{name} is {(text is null ? "missing" : $"'{text}', no number")}. It looks like this: genie geocode 38.870945 -77.055252; an IP address needs --mmdb FILE.");
}
