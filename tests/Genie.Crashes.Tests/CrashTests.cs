using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Crashes;
using Genie.Benchmarks.Load.Effects;
using Genie.Brokers;
using Genie.Servers;
using Genie.Servers.Finding;
using Genie.Testing;
using Genie.Workload;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Real workers and real servers, killed with SIGKILL in mid-run: what was confirmed or answered takes effect, and once.</summary>
/// <remarks>Classes run beside one another; most of their time is a server's start.</remarks>
public abstract class CrashTests(ITestOutputHelper output) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected static async Task<OwnServer> StartAsync(string broker)
    {
        var system = ServerCatalogue.Get(broker);
        var script = ScriptServer.Find(broker);
        var reason = ServerUnderTest.WhyUnavailable(broker, script is not null || system.NativeStart() is not null);
        Skip.If(reason is not null || (script is null && system.NativeStart() is null), reason ?? "the server is the user's, which tests do not kill");
        return await OwnServer.StartAsync($"test-{broker}", (folder, port) => script is null
            ? system.NativeStart()!(folder, port, CancellationToken.None) : StartScriptAsync(system, script, folder, port));
    }

    private static Task<ServerProcess> StartScriptAsync(ServerSystem system, string script, string folder, int port)
    {
        var secondPort = Ports.PickFree();
        return system.Name == "pulsar"
            ? PulsarServer.StartAsync(folder, port, secondPort, new Dictionary<string, string>())
            : ScriptServer.StartAsync(system.Name, script, folder, port, system.SecondPortVariable.Length == 0 ? null : new Dictionary<string, string> { [system.SecondPortVariable] = $"{secondPort}" }, CancellationToken.None);
    }

    private protected async Task ExpectEffectsToOutliveKillsAsync(string broker, Confirmation level)
    {
        await using var server = await StartAsync(broker);
        var plan = PlanOf(broker, server) with { Kills = [CrashVictim.Worker, CrashVictim.Server, CrashVictim.Worker], CrashAndRestartServer = server.CrashAndRestartAsync };
        var outcome = await RunAsync(plan);
        Assert.Equal((level, true), (outcome.Level, outcome.IsCovered));
        ExpectExact(outcome, workers: 3);
    }

    private protected static void ExpectExact(CrashOutcome outcome, int workers)
    {
        Assert.Equal(workers, outcome.Workers);
        Assert.True(outcome.Messages.Confirmed > 300, outcome.ToString());
        Assert.True(outcome.Effects.IsExact, outcome.ToString());

        // A request without effect was never acknowledged, so its sender got an error, or sends were not covered at all.
        if (outcome.IsCovered) Assert.True(outcome.Effects.Uncovered <= outcome.Messages.Errors, outcome.ToString());
    }

    /// <summary>Two workers, both of which are killed, and a database for their effects.</summary>
    private protected static CrashPlan OnOneDatabase(CrashPlan plan, OwnServer postgres) => plan with
    {
        Workers = 2,
        Kills = [CrashVictim.Worker, CrashVictim.Worker],
        Workload = plan.Workload with { Store = StoreKinds.Postgres, StoreFolder = null, Database = PostgresServer.ConnectionString(postgres.Process) },
    };

    private protected CrashPlan PlanOf(string broker, OwnServer server)
    {
        var system = ServerCatalogue.Get(broker);
        var url = system.LocalUrl(server.Process.Port, system.NativeCredentials(server.Process.Folder));
        return PlanOf(new BrokerChoice { Broker = broker, Client = DriverCatalogue.Of(broker)[0].Client, Settings = new Dictionary<string, string> { ["url"] = url.ToString() } });
    }

    private protected CrashPlan PlanOf(BrokerChoice broker) => new()
    {
        Broker = broker,
        Workload = new WorkloadChoice { Stages = Stages.Grains, StoreFolder = Path.Combine(_folder.Path, "events") },
        Kills = [CrashVictim.Worker],

        // Other test projects keep the machine busy: what is slow to start is not what these tests look for.
        StartTimeout = TimeSpan.FromMinutes(3),
        Duration = TimeSpan.FromSeconds(6),
        RatePerSecond = 200,
    };

    private protected async Task<CrashOutcome> RunAsync(CrashPlan plan)
    {
        var outcome = await new CrashTrial(plan, output.WriteLine).RunAsync(CancellationToken.None);
        output.WriteLine($"{outcome}\n{string.Join('\n', outcome.Errors)}");
        return outcome;
    }
}
