using System.CommandLine;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Crashes;
using Genie.Benchmarks.Load.Effects;
using Genie.Brokers.Drivers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary><c>genie crash</c>: kills worker and server in mid-run and verifies every effect afterwards.</summary>
internal sealed class CrashCommand
{
    private readonly Argument<string> _broker = new("BROKER") { Description = $"The messaging system: {string.Join(", ", DriverCatalogue.Brokers)}." };
    private readonly Option<string?> _client = new("--client") { Description = "wire or official; by default the first that was built.", HelpName = "NAME" };

    private readonly ParsedOption<CrashVictim[]?> _kills = Options.Of<CrashVictim[]?>(
        "--kill", "Who is killed (SIGKILL), in order: worker, server (worker,server,worker) [default: worker,server,worker, or worker,worker where the server may not be killed]", null, ParseKills);

    private readonly ParsedOption<long> _workers = Options.OfCount("--workers", "Worker processes at once; more than one need --store postgres", "1", min: 1);
    private readonly ParsedOption<long> _concurrency = Options.OfCount("--concurrency", "Requests that a worker handles at once", "8", min: 1);
    private readonly ParsedOption<long> _partitions = PartitionsOption.Create();
    private readonly ParsedOption<long> _rate = Options.OfCount("--rate", "Requests and messages a second", "300", min: 1);
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long they are sent, besides the time until those that were killed are back", "9s");
    private readonly Option<bool> _install = new("--install") { Description = Installation.Description };
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };
    private readonly WorkloadOptions _workload = new("one of its own, removed afterwards", "grains");
    private readonly BrokerOptions _settings = new();

    private CrashCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var crash = new CrashCommand();
        var command = new Command("crash")
        {
            crash._broker, crash._client, crash._kills, crash._workers, crash._concurrency, crash._partitions, crash._rate, crash._duration, crash._install, crash._json,
        };
        crash._workload.AddTo(command);
        crash._settings.AddTo(command);
        command.Add(SiloCrashCommand.Create());
        command.Add(GeniusCrashCommand.Create());
        command.Add(ZonesCrashCommand.Create());
        command.Add(ZoneServerCommand.Create());
        foreach (var other in command.Subcommands) OwnHelp.AddTo(other, crash._broker);
        command.SetAction(crash.RunAsync);
        return command;
    }

    private static CrashVictim[]? ParseKills(string text)
    {
        var one = Options.OfName<CrashVictim>("--kill", "", "worker");
        return [.. text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(one.Convert)];
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var driver = FindDriver(parsed);
        var workload = _workload.ReadOne(parsed, needsEffects: true);
        if (_workers.Read(parsed) > 1 && workload.Store != StoreKinds.Postgres) throw new BadArgumentException("--workers needs --store postgres: the embedded store belongs to one process.");
        var settings = _settings.Read(parsed, [driver.Broker])[driver.Broker].ToDictionary();

        var notInstalled = parsed.GetValue(_install)
            ? await Installation.RunAsync([driver.Broker], [.. MapDatabase.ServerOf(workload), .. DriverTarget.ServerOf(driver, settings)], options: null, parsed.InvocationConfiguration.Error, cancellationToken).ConfigureAwait(false) : Installation.None;
        await using var maps = await MapDatabase.ForAsync(workload, notInstalled, cancellationToken).ConfigureAwait(false);
        await using var target = await DriverTarget.PrepareAsync(driver, settings, notInstalled, cancellationToken).ConfigureAwait(false);
        var kills = FindKills(parsed, driver, target);
        var temporary = workload.StoreFolder is null && workload.Store == StoreKinds.Embedded ? Directory.CreateTempSubdirectory("genie-crash-").FullName : null;
        try
        {
            var plan = CreatePlan(parsed, driver, target, workload with { StoreFolder = workload.StoreFolder ?? temporary }, kills);
            var output = new CrashOutput(parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
            output.Say($"{driver.Broker}, {driver.Client} ({driver.ClientVersion}), {target.Server}");
            var outcome = await new CrashTrial(plan, output.Say).RunAsync(cancellationToken).ConfigureAwait(false);
            output.End(driver, kills, outcome);
            return outcome.Effects.IsExact ? ExitCode.Success : ExitCode.Failure;
        }
        finally
        {
            if (temporary is not null) Directory.Delete(temporary, recursive: true);
        }
    }

    private IBrokerDriver FindDriver(ParseResult parsed)
    {
        var broker = parsed.GetValue(_broker)!;
        var drivers = DriverCatalogue.Of(broker);
        if (drivers.Count == 0) throw new BadArgumentException($"No client of {broker} was built; './genie brokers' names the missing package.");
        var driver = parsed.GetValue(_client) is { } client ? DriverCatalogue.Find(broker, client) : drivers[0];
        if (driver.InProcess) throw new BadArgumentException($"{broker} lives in one process: with its worker it would be killed itself.");
        return driver;
    }

    private CrashVictim[] FindKills(ParseResult parsed, IBrokerDriver driver, DriverTarget target)
    {
        var mayKillServer = target.Subject.CrashAndRestartServer is not null;
        var kills = _kills.Read(parsed) ?? (mayKillServer ? [CrashVictim.Worker, CrashVictim.Server, CrashVictim.Worker] : [CrashVictim.Worker, CrashVictim.Worker]);
        if (kills.Contains(CrashVictim.Server) && !mayKillServer)
            throw new BadArgumentException($"--kill server: {driver.Broker} has no server that may be killed here ({target.Server}).");
        return kills;
    }

    private CrashPlan CreatePlan(ParseResult parsed, IBrokerDriver driver, DriverTarget target, WorkloadChoice workload, CrashVictim[] kills)
    {
        var workers = (int)_workers.Read(parsed);
        return new CrashPlan
        {
            Broker = new BrokerChoice
            {
                Broker = driver.Broker,
                Client = driver.Client,
                Settings = target.Settings,
                Partitions = PartitionsOption.Read(_partitions, parsed, workload, encrypt: false),
            },
            Workload = workload,
            SparesFirstWorker = workers > 1 && ServerCatalogue.Find(driver.Broker) is null,
            Kills = kills,
            CrashAndRestartServer = target.Subject.CrashAndRestartServer,
            Workers = workers,
            Concurrency = (int)_concurrency.Read(parsed),
            RatePerSecond = _rate.Read(parsed),
            Duration = _duration.Read(parsed),
            StartTimeout = workload.HasGrainNodes ? CrashPlan.StartTimeoutWithNodes : CrashPlan.DefaultStartTimeout,
        };
    }
}
