using System.CommandLine;
using System.Net;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Silos;
using Genie.PostgreSql;
using Genie.Workload.Grains;
using Microsoft.Extensions.Hosting;
using StackExchange.Redis;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie silo</c>: one silo of Microsoft Orleans with the parties' grains.</summary>
internal sealed class SiloCommand
{
    /// <summary>Of cluster and service.</summary>
    public const string DefaultName = "genie";

    private const string DefaultStoreFolder = "events";
    private const string ReadyStart = "silo of ";

    private readonly ParsedOption<string> _clustering = Options.OneOf("--clustering", "Where silos and clients find each other; localhost is for development, on this machine", ClusterKinds.All);
    private readonly SecretOption<string?> _connection = new("--clustering-connection", SecretText.OfConnectionString)
    {
        Description = $"Leads to that database: of redis HOST:PORT,password=... [default: {SiloArguments.ConnectionVariable}, else, of postgres, the --database]",
        HelpName = "CONNECTION",
        DefaultValueFactory = _ => Environment.GetEnvironmentVariable(SiloArguments.ConnectionVariable) is { Length: > 0 } connection ? connection : null,
    };

    private readonly ParsedOption<long?> _primaryPort = Options.OfCountOrNone("--primary-port", "With localhost: the silo port of the first silo, for every further one", 1, ushort.MaxValue);
    private readonly ParsedOption<long> _siloPort = Options.OfCount("--silo-port", "Where other silos connect", "11111", 1, ushort.MaxValue);
    private readonly ParsedOption<long?> _siloListenPort = Options.OfCountOrNone("--silo-listen-port", "Listens here for other silos, which reach it at --silo-port through something between [default: --silo-port]", 1, ushort.MaxValue);
    private readonly ParsedOption<long> _gatewayPort = Options.OfCount("--gateway-port", "Where clients connect", "30000", 1, ushort.MaxValue);
    private readonly ParsedOption<IPAddress> _address = Options.Of("--address", "The address of this machine by which others reach it, with postgres and redis", "127.0.0.1", IPAddress.Parse);
    private readonly Option<string> _clusterId = new("--cluster-id") { Description = "Silos and clients of one name are one cluster", HelpName = "NAME", DefaultValueFactory = _ => DefaultName };
    private readonly Option<string> _serviceId = new("--service-id") { Description = "The name that outlives a cluster", HelpName = "NAME", DefaultValueFactory = _ => DefaultName };
    private readonly ParsedOption<TimeSpan> _probeTimeout = Options.OfDuration("--probe-timeout", "A silo that leaves three probes unanswered for this long is taken for dead", "5s");
    private readonly ParsedOption<TimeSpan> _aliveInterval = Options.OfDuration("--alive-interval", "How often a silo writes down that it lives; one that starts does not wait for those that missed three times", $"{SiloChoice.DefaultAliveInterval.TotalSeconds:0}s");
    private readonly ParsedOption<TimeSpan> _tableRefresh = Options.OfDuration("--table-refresh", "How often a silo reads who the members are; so long may one that was declared dead while it stood still go on", $"{SiloChoice.DefaultTableRefresh.TotalMinutes:0}m");
    private readonly ParsedOption<long> _eventVersion = Options.OfCount("--event-version", "The version in which events are written; raise it when all silos read it", "1", 1, PartyEvents.NewestVersion);
    private readonly ParsedOption<long> _eventVersionMax = Options.OfCount("--event-version-max", "Refuses later versions of events, as an older release does", $"{PartyEvents.NewestVersion}", 1, PartyEvents.NewestVersion);
    private readonly ParsedOption<long?> _dashboard = Options.OfCountOrNone("--dashboard", "Shows Orleans' dashboard at http://127.0.0.1:PORT, to this machine only", 1, ushort.MaxValue);
    private readonly Option<bool> _untilInputEnds = new(SiloArguments.UntilInputEnds) { Description = "Ends when its standard input does, as by SIGTERM: with the program that started it, however that ends" };
    private readonly WorkloadOptions _workload = new(DefaultStoreFolder);

    private SiloCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var silo = new SiloCommand();
        var command = new Command("silo")
        {
            silo._clustering, silo._connection, silo._primaryPort, silo._siloPort, silo._siloListenPort, silo._gatewayPort, silo._address, silo._clusterId, silo._serviceId, silo._probeTimeout, silo._aliveInterval, silo._tableRefresh,
            silo._eventVersion, silo._eventVersionMax, silo._dashboard, silo._untilInputEnds,
        };
        silo._workload.AddGrainsTo(command);
        command.SetAction(silo.RunAsync);
        return command;
    }

    /// <summary>What it says once it hosts grains.</summary>
    internal static string Ready(string clusterId, string address, int siloPort, int gatewayPort) =>
        FormattableString.Invariant($"{ReadyStart}{clusterId}: silos connect to {address}:{siloPort}, clients to {address}:{gatewayPort}; Ctrl-C or SIGTERM hands its grains over to the others and ends it");

    /// <summary>The part of what <see cref="Ready"/> says that tells where the silo is.</summary>
    internal static string Where(string ready) => ready.Split(';')[0];

    /// <summary>True for what <see cref="Ready"/> says of any silo.</summary>
    internal static bool IsReady(string line) => line.StartsWith(ReadyStart, StringComparison.Ordinal);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var workload = _workload.Read(parsed, needsEffects: true);
        workload.StoreFolder ??= DefaultStoreFolder;
        var choice = Read(parsed, workload);
        await using var maps = await MapDatabase.ForAsync(workload, Installation.None, cancellationToken).ConfigureAwait(false);
        if (choice.Clustering == ClusterKinds.Postgres && choice.Connection.Length == 0) choice = choice with { Connection = workload.Database! };
        var geocoder = await WorkloadFactory.OpenGeocoderAsync(workload, cancellationToken).ConfigureAwait(false);
        await using var store = await EffectStore.OpenAsync(workload, cancellationToken).ConfigureAwait(false);
        using var silo = SiloHost.Create(choice, store.Events, geocoder, parsed.Streams().Log);
        await SiloHost.StartAsync(silo, choice, cancellationToken).ConfigureAwait(false);
        parsed.InvocationConfiguration.Output.WriteLine(Ready(choice.ClusterId, choice.Address.ToString(), choice.SiloPort, choice.GatewayPort));
        if (parsed.GetValue(_untilInputEnds)) await EndOfInput.WaitAsync(parsed.Streams(), cancellationToken).ConfigureAwait(false);
        else await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await silo.StopAsync(CancellationToken.None).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private SiloChoice Read(ParseResult parsed, WorkloadChoice workload)
    {
        var clustering = _clustering.Read(parsed)!;
        var connection = parsed.GetValue(_connection) ?? (clustering == ClusterKinds.Postgres ? workload.Database : null);
        var isFound = clustering == ClusterKinds.Localhost || (clustering == ClusterKinds.Postgres && workload.Store == StoreKinds.Postgres);
        if (connection is null && !isFound) throw new BadArgumentException($"--clustering {clustering} needs --clustering-connection.");
        if (clustering != ClusterKinds.Localhost && _primaryPort.Read(parsed) is not null) throw new BadArgumentException("--primary-port goes with --clustering localhost: in a database silos find each other by themselves.");
        if (_eventVersion.Read(parsed) > _eventVersionMax.Read(parsed)) throw new BadArgumentException("--event-version: a silo reads what it writes; raise --event-version-max.");
        if (clustering == ClusterKinds.Localhost && _siloListenPort.Read(parsed) is not null) throw new BadArgumentException("--silo-listen-port goes with --clustering postgres and redis.");
        return new SiloChoice
        {
            Clustering = clustering,
            Connection = Checked(clustering, connection ?? ""),
            PrimaryPort = (int?)_primaryPort.Read(parsed),
            ClusterId = parsed.GetValue(_clusterId)!,
            ServiceId = parsed.GetValue(_serviceId)!,
            Address = _address.Read(parsed)!,
            SiloPort = (int)_siloPort.Read(parsed),
            SiloListenPort = (int?)_siloListenPort.Read(parsed),
            GatewayPort = (int)_gatewayPort.Read(parsed),
            ProbeTimeout = _probeTimeout.Read(parsed),
            AliveInterval = _aliveInterval.Read(parsed),
            TableRefresh = _tableRefresh.Read(parsed),
            DashboardPort = (int?)_dashboard.Read(parsed),
            EventVersion = (int)_eventVersion.Read(parsed),
            EventVersionMax = (int)_eventVersionMax.Read(parsed),
        };
    }

    private static string Checked(string clustering, string connection)
    {
        try
        {
            if (clustering == ClusterKinds.Redis) ConfigurationOptions.Parse(connection);
            return clustering == ClusterKinds.Postgres ? ConnectionStrings.Read(connection).ConnectionString : connection;
        }
        catch (ArgumentException)
        {
            // What the libraries say repeats parts of it, and so the password.
            throw new BadArgumentException($"--clustering-connection is no connection string. It looks like {(clustering == ClusterKinds.Redis ? "\"127.0.0.1:6379,password=...\"" : "\"Host=127.0.0.1;Username=genie;Password=...;Database=genie\"")}.");
        }
    }
}
