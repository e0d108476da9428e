using System.CommandLine;
using System.Net;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Silos;
using Genie.Servers;
using Genie.Servers.Finding;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>The part of <c>genie up</c> that starts silos, with the servers that they need.</summary>
internal sealed class SiloUp
{
    private const int NodesMax = 64;

    // Where a silo is by default; further ones take what is free.
    private const int StandardSiloPort = 11111;
    private const int StandardGatewayPort = 30000;

    private readonly ParsedOption<long> _nodes = Options.OfCount("--nodes", $"Silos of {LocalCluster.Name}", "1", min: 1, max: NodesMax);
    private readonly ParsedOption<string> _clustering = Options.OneOf("--clustering", $"Where silos of {LocalCluster.Name} and their clients find each other; with localhost the cluster ends with its first silo", ClusterKinds.Postgres, ClusterKinds.Redis, ClusterKinds.Localhost);
    private readonly SecretOption<string?> _database = new("--database", SecretText.OfConnectionString)
    {
        Description = $"PostgreSQL for the events, and the members, of {LocalCluster.Name}'s silos [default: {MapPlaces.DatabaseVariable}, else that of 'genie up postgis']",
        HelpName = "CONNECTION",
        DefaultValueFactory = _ => Environment.GetEnvironmentVariable(MapPlaces.DatabaseVariable) is { Length: > 0 } connection ? connection : null,
    };

    /// <summary>Adds the options to the command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option[])[_nodes, _clustering, _database]) command.Add(option);
    }

    /// <summary>Starts them, unless as many run already, and tells where clients connect.</summary>
    /// <exception cref="ServerException">A server that they need, or a silo, did not start; or another number of them runs.</exception>
    public async Task RunAsync(ParseResult parsed, StartOptions options, TextWriter output, CancellationToken cancellationToken)
    {
        var nodes = (int)_nodes.Read(parsed);
        var running = LocalCluster.Running;
        if (running.Count > 0 && running.Count != nodes) throw new ServerException($"{LocalCluster.Name}: {running.Count} {(running.Count == 1 ? "silo runs" : "silos run")} already, not {nodes}. './genie down {LocalCluster.Name}' ends what is there.");
        if (running.Count == 0) await StartAsync(parsed, nodes, options, cancellationToken).ConfigureAwait(false);
        foreach (var ready in LocalCluster.Running) await output.WriteLineAsync($"{LocalCluster.Name}: {SiloCommand.Where(ready)}, {(running.Count > 0 ? "was running" : "started")}").ConfigureAwait(false);
    }

    private async Task StartAsync(ParseResult parsed, int nodes, StartOptions options, CancellationToken cancellationToken)
    {
        var clustering = _clustering.Read(parsed)!;
        var database = MapPlaces.Check(parsed.GetValue(_database)) ?? MapDatabase.ConnectionStringOf((await EnsureAsync("postgis", options, cancellationToken).ConfigureAwait(false)).Url);
        var workload = new WorkloadChoice { Stages = Stages.Grains, Store = StoreKinds.Postgres, Database = database }.Among(2 * nodes);
        var connection = clustering switch
        {
            ClusterKinds.Postgres => workload.Database!,
            ClusterKinds.Redis => RedisConnection((await EnsureAsync("redis", options, cancellationToken).ConfigureAwait(false)).Url),
            _ => "",
        };
        List<SiloChoice> silos = [];
        for (var i = 0; i < nodes; i++)
        {
            silos.Add(new SiloChoice
            {
                Clustering = clustering,
                Connection = connection,
                PrimaryPort = clustering == ClusterKinds.Localhost && i > 0 ? silos[0].SiloPort : null,
                ClusterId = SiloCommand.DefaultName,
                ServiceId = SiloCommand.DefaultName,
                Address = IPAddress.Loopback,
                SiloPort = Ports.PickFree(StandardSiloPort + i),
                GatewayPort = Ports.PickFree(StandardGatewayPort + i),
                ProbeTimeout = TimeSpan.FromSeconds(5),
            });
        }

        await LocalCluster.StartAsync(silos, workload, cancellationToken).ConfigureAwait(false);
    }

    private static Task<FoundServer> EnsureAsync(string name, StartOptions options, CancellationToken cancellationToken) => ServerFinder.EnsureAsync(ServerCatalogue.Get(name), options, cancellationToken);

    private static string RedisConnection(Uri url) =>
        $"{url.Host}:{url.Port}{(url.UserInfo.Split(':', 2) is [_, var password] ? $",password={Uri.UnescapeDataString(password)}" : "")}";
}
