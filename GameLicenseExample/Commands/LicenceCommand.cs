using System.CommandLine;
using System.Globalization;
using GameLicenseExample.Keys;
using GameLicenseExample.Serving;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Genie.Geocoding;

namespace GameLicenseExample.Commands;

/// <summary><c>licence</c>: checks the licence that a machine carries, without a server.</summary>
internal sealed class LicenceCommand
{
    private const string Name = "licence";
    private readonly Option<string> _folder = new("--folder") { Description = "The machine's folder", HelpName = "DIR", DefaultValueFactory = _ => GameArguments.DefaultFolder };
    private readonly Option<string?> _server = new("--server") { Description = "The licence server's key; by default that of the server whose folder it is too", HelpName = "KEY" };
    private readonly Option<string?> _at = new("--at") { Description = "Where the machine stands, to be compared with the licence's region", HelpName = "LAT,LON" };

    private readonly Option<string?> _revocations = new("--revocations") { Description = "The server's signed list of licences that it took back, as the command revocations writes it", HelpName = "FILE" };

    private LicenceCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var licence = new LicenceCommand();
        var command = new Command(Name, "Checks the licence that a machine carries: its server's signature, whose it is, its end, its region, and by the server's list or in its folder whether it was revoked. Asks no server. Exit code 4: it does not hold.") { licence._folder, licence._server, licence._at, licence._revocations };
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => licence.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var folder = parsed.GetValue(_folder)!;
        GeoPoint? at = parsed.GetValue(_at) is { } text ? GameArguments.ReadPlace(text) : null;
        var server = parsed.GetValue(_server) is { } key ? GameArguments.ReadKey("--server", key) : ReadKey(LicenceServer.KeyIn(folder), "Which licence server? Name its key with --server KEY.");
        var machine = ReadKey(Path.Combine(folder, GameProgram.KeyName), $"No game has been played in {folder}: name its folder with --folder.");
        var revocations = parsed.GetValue(_revocations) is { } list ? ReadRevocations(list, server) : null;
        var (why, licence) = LicenceFile.Read(folder) switch
        {
            null => ("the machine carries none", null),
            var document when SignedLicence.Read(document, server) is { } signed => (RefusalReason(signed, machine, at, revocations), signed),
            _ => ("it is not by this server, or was changed", null),
        };
        if (why.Length == 0) why = await AskStoreAsync(folder, server, machine, licence!, cancellationToken).ConfigureAwait(false);
        await parsed.InvocationConfiguration.Output.WriteLineAsync(why.Length > 0 ? $"not in force: {why}" : string.Create(CultureInfo.InvariantCulture, $"in force until {licence!.Decision.ValidUntil:u}: {licence.Decision.Region}")).ConfigureAwait(false);
        return why.Length > 0 ? GameExitCode.Denied : GameExitCode.Accepted;
    }

    // Where the server's events are in the same folder, what it has decided since counts too; elsewhere a document holds until its end.
    private static async Task<string> AskStoreAsync(string folder, PublicIdentity server, PublicIdentity machine, SignedLicence licence, CancellationToken cancellationToken)
    {
        if (!File.Exists(LicenceServer.KeyIn(folder)) || !Directory.Exists(LicenceServer.EventsIn(folder)) || !ReadKey(LicenceServer.KeyIn(folder), "").Equals(server)) return "";
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = LicenceServer.EventsIn(folder), ReadOnly = true }, cancellationToken).ConfigureAwait(false);
        await foreach (var each in store.ReadStreamAsync(LicenceEvents.StreamOf(machine), 1, cancellationToken).ConfigureAwait(false))
        {
            if (each.Type == LicenceEvents.Revoked && LicenceRevoked.Parser.ParseFrom(each.Payload.Span) is var revoked && revoked.Licence == licence.Decision.Licence) return $"the licence was revoked: {revoked.Reason}";
        }

        return "";
    }

    private static string RefusalReason(SignedLicence licence, PublicIdentity machine, GeoPoint? at, SignedRevocationList? revocations)
    {
        var now = TimeProvider.System.GetUtcNow();
        var why = revocations is null ? licence.RefusalReason(machine, now) : licence.RefusalReason(machine, now, revocations);
        if (why.Length > 0 || at is not { } place) return why;
        using var geocoder = EmbeddedGeocoder.OpenDefault();
        var answer = geocoder.LookUp(place);
        Area?[] areas = [answer.PostalCode, answer.Place, answer.County, answer.State, answer.Country];
        var region = licence.Decision.Region;
        return areas.Any(each => each?.Layer == region.Layer && each.Code == region.Code) ? "" : $"it is for {region}, and the machine stands in {areas.FirstOrDefault(static each => each is not null)?.Name ?? "no area of the map"}";
    }

    private static SignedRevocationList ReadRevocations(string file, PublicIdentity server) => DocumentFile.Read(file) switch
    {
        null => throw new GameArgumentException($"--revocations: there is no file {file}. The command revocations writes one."),
        var document => SignedRevocationList.Read(document, server) ?? throw new GameArgumentException($"--revocations: {file} is no list of revocations by this server, or was changed."),
    };

    private static PublicIdentity ReadKey(string path, string otherwise)
    {
        if (!File.Exists(path)) throw new GameArgumentException(otherwise);
        using var identity = KeyFile.OpenOrCreate(path);
        return identity.Public;
    }
}
