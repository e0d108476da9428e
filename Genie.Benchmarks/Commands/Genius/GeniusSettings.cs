using System.Net;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Benchmarks.Commands.Genius.Sinks;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Keys;
using Genie.Grains;
using Genie.Grpc.Listening;
using Microsoft.Extensions.Configuration;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>The settings of <c>genie genius serve</c>: a JSON file, and variables that go before it.</summary>
internal sealed class GeniusSettings
{
    /// <summary>What variables begin with.</summary>
    public const string VariablePrefix = "GENIUS_";

    private const int HashDigits = 64;

    private static readonly TimeSpan CompactIntervalMin = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CompactIntervalMax = TimeSpan.FromDays(40);
    private static readonly string[] LimitingLists = [nameof(CallerSettings.Keys), nameof(CallerSettings.Consumers), nameof(FactSettings.Rules), nameof(FactSettings.Facts), nameof(FactSettings.Definitions), nameof(AllowedHosts)];

    /// <summary>Where gRPC is served; port 0: a free one.</summary>
    public string Listen { get; set; } = "127.0.0.1:5000";

    /// <summary>Where probes and metrics are, and on a loopback address the live page.</summary>
    public string Web { get; set; } = "127.0.0.1:5001";

    /// <summary>Where events and rules are served as HTTP with JSON; null: nowhere.</summary>
    public string? Http { get; set; }

    /// <summary>Calls that a client has open at once on a connection: each subscription is one.</summary>
    public int StreamsPerConnectionMax { get; set; } = new GrpcListenOptions().StreamsPerConnectionMax;

    /// <summary>The names that <see cref="Http"/> and <see cref="Web"/> answer to, beside localhost and addresses; null: on a loopback address none, elsewhere any.</summary>
    public IList<string>? AllowedHosts { get; set; }

    /// <summary>A PEM file: gRPC, and HTTP with JSON, with TLS.</summary>
    public string? Certificate { get; set; }

    /// <summary>The PEM file of its private key.</summary>
    public string? CertificateKey { get; set; }

    /// <summary>The folder of an embedded event store; not used where there is a <see cref="Database"/>.</summary>
    public string Store { get; set; } = "genius-events";

    /// <summary>How often the <see cref="Store"/> is compacted; null: never.</summary>
    public TimeSpan? CompactInterval { get; set; }

    /// <summary>A PostgreSQL connection string: events are kept there.</summary>
    public string? Database { get; set; }

    /// <summary>The server as one of several that share the <see cref="Database"/>; null: it is alone.</summary>
    public SiloSettings? Silo { get; set; }

    /// <summary>The most streams, and keys of windows, geofences and patterns, that are kept in memory at once; those used least recently leave, and are read from the store when they come back.</summary>
    public int LiveGrainsMax { get; set; } = new GrainRuntimeOptions().LiveGrainsMax;

    /// <summary>The most timers that are kept in memory at once; those that fire last wait in the store.</summary>
    public int TimersMax { get; set; } = new GeniusOptions().TimersMax;

    /// <summary>A broker on whose channel events come in, too.</summary>
    public string? Broker { get; set; }

    /// <summary>The broker's settings by their names, such as url.</summary>
    public IDictionary<string, string> BrokerOptions { get; set; } = new Dictionary<string, string>();

    /// <summary>The channel.</summary>
    public string Channel { get; set; } = "genius";

    /// <summary>What is aggregated.</summary>
    public IList<WindowSettings> Windows { get; set; } = [];

    /// <summary>What is watched for entering and leaving.</summary>
    public IList<GeofenceSettings> Geofences { get; set; } = [];

    /// <summary>Which sequences are looked for.</summary>
    public IList<PatternSettings> Patterns { get; set; } = [];

    /// <summary>Reference tables that rules join events with.</summary>
    public IList<TableSettings> Tables { get; set; } = [];

    /// <summary>Models that rules may ask; null: none.</summary>
    public ModelSettings? Models { get; set; }

    /// <summary>Addresses that facts are posted to.</summary>
    public IList<WebhookSettings> Webhooks { get; set; } = [];

    /// <summary>Channels of the broker that facts are sent to.</summary>
    public IList<OutputSettings> Outputs { get; set; } = [];

    /// <summary>Keys whose places are kept in memory, for questions; where there are more, none are. 0: none are kept.</summary>
    public int KeysMax { get; set; } = KeyStates.KeysMaxDefault;

    /// <summary>Who may call; none: everybody on this machine, and nobody else can.</summary>
    public IList<ApiKey> ApiKeys { get; set; } = [];

    /// <summary>An issuer of tokens that open the services.</summary>
    public JwtSettings? Jwt { get; set; }

    /// <summary>A PEM file of those who sign clients' certificates.</summary>
    public string? ClientAuthorities { get; set; }

    /// <summary>Which clients a certificate lets in.</summary>
    public IList<ClientSettings> Clients { get; set; } = [];

    /// <summary>True if callers must say who they are.</summary>
    public bool HasCallers => ApiKeys.Count > 0 || Jwt is not null || Clients.Count > 0;

    /// <summary><see cref="Listen"/> as an address.</summary>
    public IPEndPoint ListenAddress => AddressOf(nameof(Listen), Listen);

    /// <summary><see cref="Web"/> as an address.</summary>
    public IPEndPoint WebAddress => AddressOf(nameof(Web), Web);

    /// <summary><see cref="Http"/> as an address.</summary>
    public IPEndPoint? HttpAddress => Http is null ? null : AddressOf(nameof(Http), Http);

    /// <summary>Reads and checks them.</summary>
    /// <param name="file">The file; null: none.</param>
    /// <exception cref="BadArgumentException">A setting is unknown or makes no sense.</exception>
    public static GeniusSettings Read(string? file)
    {
        var builder = new ConfigurationBuilder();
        try
        {
            if (file is not null) builder.AddJsonFile(Path.GetFullPath(file), optional: false);
            var configuration = builder.Add(new GeniusVariables()).Build();
            CheckLists(configuration);
            SettingNames.Check(configuration);
            var settings = configuration.Get<GeniusSettings>(static binder => binder.ErrorOnUnknownConfiguration = true) ?? new GeniusSettings();

            // The binder takes an object without anything in it for a setting that is not there, and the first has a default for all, the second a mistake to be told.
            if (Has(configuration, nameof(Silo))) settings.Silo ??= new SiloSettings();
            if (Has(configuration, nameof(Models))) settings.Models ??= new ModelSettings();
            settings.Check();
            return settings;
        }
        catch (Exception error) when (error is InvalidOperationException or InvalidDataException or FileNotFoundException or FormatException)
        {
            throw new BadArgumentException($"{file ?? VariablePrefix + "..."}: {(error.InnerException ?? error).Message}", error);
        }
    }

    /// <summary>A setting as an address.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    internal static IPEndPoint AddressOf(string name, string text)
    {
        try
        {
            return EndPointText.ParseAddress(text);
        }
        catch (FormatException error)
        {
            throw new BadArgumentException($"{name}: {error.Message}", error);
        }
    }

    private static bool Has(IConfigurationRoot configuration, string setting) => configuration.AsEnumerable().Any(each => each.Key.Equals(setting, StringComparison.OrdinalIgnoreCase));

    // The binder takes an empty list, or what is no list, for a setting that is not there: who is to have nothing would have everything.
    private static void CheckLists(IConfigurationRoot configuration)
    {
        foreach (var (path, value) in configuration.AsEnumerable())
        {
            if (value is not null && LimitingLists.Contains(path[(path.LastIndexOf(':') + 1)..], StringComparer.OrdinalIgnoreCase))
                throw new BadArgumentException($"{path.Replace(':', '.')} is a list of names, which is not empty; leave it away for {(path.EndsWith(nameof(AllowedHosts), StringComparison.OrdinalIgnoreCase) ? "the default" : "all")}.");
        }
    }

    private void Check()
    {
        foreach (var (name, address) in new[] { (nameof(Listen), ListenAddress), (nameof(Http), HttpAddress) })
        {
            if (!HasCallers && address is not null && !IPAddress.IsLoopback(address.Address))
                throw new BadArgumentException($"{name}: {address} can be reached from elsewhere, and there are no ApiKeys, no Jwt and no Clients; 'genie genius key' makes a key.");
        }

        if (Certificate is null != (CertificateKey is null)) throw new BadArgumentException("Certificate and CertificateKey go together.");
        if (Clients.Count > 0 && (Certificate is null || ClientAuthorities is null)) throw new BadArgumentException("Clients need a Certificate of the server's, and the ClientAuthorities that sign theirs.");
        if (Jwt is { } jwt && (!Uri.TryCreate(jwt.Authority, UriKind.Absolute, out var authority) || !(authority.Scheme == Uri.UriSchemeHttps || authority.IsLoopback) || jwt.Audience.Length == 0))
            throw new BadArgumentException("Jwt needs the Authority, an https address, and the Audience that tokens are meant for.");
        if (Jwt?.EventsPerSecond < 0) throw new BadArgumentException("EventsPerSecond is at least 0, which is any number.");
        if (CompactInterval is { } interval)
        {
            if (Database is not null) throw new BadArgumentException("CompactInterval is of a Store in a folder, and there is a Database.");
            if (interval < CompactIntervalMin || interval > CompactIntervalMax) throw new BadArgumentException($"CompactInterval is {interval:c}, and must be {CompactIntervalMin:c} to {CompactIntervalMax:c}.");
        }

        if (LiveGrainsMax < 1) throw new BadArgumentException("LiveGrainsMax is at least 1.");
        if (StreamsPerConnectionMax < 1) throw new BadArgumentException("StreamsPerConnectionMax is at least 1.");
        if (TimersMax < 1) throw new BadArgumentException("TimersMax is at least 1.");
        DefinitionMistakes.Check(this);
        Silo?.Check(Database);
        Models?.Check();
        if (KeysMax < 0) throw new BadArgumentException("KeysMax is at least 0, which keeps none.");
        _ = WebAddress;
        Listening.AllowedHosts.Check(AllowedHosts ?? []);
        foreach (var key in ApiKeys)
        {
            if (key.Sha256.Length != HashDigits || !key.Sha256.All(char.IsAsciiHexDigit)) throw new BadArgumentException($"ApiKeys: the Sha256 of '{key.Name}' is not {HashDigits} hexadecimal digits; 'genie genius key' prints it.");
        }

        foreach (var caller in ApiKeys.Concat<CallerSettings>(Clients)) caller.Check();
    }
}
