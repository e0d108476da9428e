using System.CommandLine;
using Genie.Benchmarks.Load.Silos.Faults;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary><c>genie crash silos</c>: faults that happen to a cluster of silos under load, and what they cost.</summary>
internal sealed class SiloCrashCommand
{
    private readonly ParsedOption<long> _rounds = Options.OfCount("--rounds", "Faults, one after the other; each kind comes once before one comes again", "8", min: 1);
    private readonly ParsedOption<long> _nodes = Options.OfCount("--nodes", "Silos, each a process", "4", min: 2, max: 64);
    private readonly ParsedOption<long> _senders = Options.OfCount("--senders", "Senders, each with one request under way, which it makes again until it is answered", "16", min: 1);
    private readonly ParsedOption<SiloFault[]?> _faults = Options.Of<SiloFault[]?>("--fault", "Which faults (kill,pause,database,rolling,all,partition,upgrade,skew) [default: all of these]", null, ParseFaults<SiloFault>);
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "Order and victims follow from it [default: another each time]", max: int.MaxValue);
    private readonly ParsedOption<TimeSpan> _probeTimeout = Options.OfDuration("--probe-timeout", "A silo that leaves three probes unanswered for this long is taken for dead", "1s");
    private readonly ParsedOption<TimeSpan> _responseTimeout = Options.OfDuration("--response-timeout", "A call without an answer for this long is made again", "5s");
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private SiloCrashCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var crash = new SiloCrashCommand();
        var command = new Command("silos", "Kills, halts, cuts off and replaces silos of Microsoft Orleans, also by another release, and kills their PostgreSQL, while requests are under way: each request that was answered must have taken effect once. Exit code 1: an effect is missing or double.")
        {
            crash._rounds, crash._nodes, crash._senders, crash._faults, crash._seed, crash._probeTimeout, crash._responseTimeout, crash._json,
        };
        command.SetAction(crash.RunAsync);
        return command;
    }

    /// <summary>Faults by their names, with commas between.</summary>
    internal static TFault[]? ParseFaults<TFault>(string text)
        where TFault : struct, Enum
    {
        var one = Options.OfName<TFault>("--fault", "", "kill");
        return [.. text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(one.Convert).Distinct()];
    }

    /// <summary>A database of this command's own, which may be killed.</summary>
    /// <exception cref="ServerException">PostgreSQL is not installed, or did not start.</exception>
    internal static Task<OwnServer> StartPostgresAsync(CancellationToken cancellationToken)
    {
        var system = ServerCatalogue.Get("postgis");
        var start = system.NativeStart() ?? throw new ServerException($"{system.Title} of its own is needed, to be killed, and is not installed. On Debian: apt-get install {string.Join(' ', system.DebianPackages)}");
        return OwnServer.StartAsync(system.Name, (folder, port) => start(folder, port, cancellationToken));
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = new FaultOutput("silos", parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        await using var postgres = await StartPostgresAsync(cancellationToken).ConfigureAwait(false);
        var plan = new SiloFaultPlan
        {
            Postgres = postgres,
            Seed = (int?)_seed.Read(parsed) ?? Random.Shared.Next(),
            Rounds = (int)_rounds.Read(parsed),
            Silos = (int)_nodes.Read(parsed),
            Senders = (int)_senders.Read(parsed),
            Faults = _faults.Read(parsed) is { Length: > 0 } some ? some : Enum.GetValues<SiloFault>(),
            ProbeTimeout = _probeTimeout.Read(parsed),
            ResponseTimeout = _responseTimeout.Read(parsed),
        };
        output.Begin(FormattableString.Invariant($"{plan.Silos} silos, {plan.Senders} senders, {plan.Rounds} faults, seed {plan.Seed}; probe timeout {plan.ProbeTimeout.TotalMilliseconds:0} ms, response timeout {plan.ResponseTimeout.TotalSeconds:0.#} s"));
        var rounds = await new SiloFaultTrial(plan, output.Add).RunAsync(cancellationToken).ConfigureAwait(false);
        output.End(
            new Dictionary<string, double> { ["silos"] = plan.Silos, ["senders"] = plan.Senders, ["seed"] = plan.Seed, ["probe_timeout_s"] = plan.ProbeTimeout.TotalSeconds, ["response_timeout_s"] = plan.ResponseTimeout.TotalSeconds },
            rounds);
        return rounds.All(round => round.IsExact) ? ExitCode.Success : ExitCode.Failure;
    }
}
