using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Load.Zones;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary><c>genie crash zones</c>: faults that happen to zone servers while clients walk over their map.</summary>
internal sealed class ZonesCrashCommand
{
    private readonly ParsedOption<long> _rounds = Options.OfCount("--rounds", "Faults, one after the other; each kind comes once before one comes again", "10", min: 1);
    private readonly ParsedOption<long> _servers = Options.OfCount("--servers", "Zone servers, each a process", "3", min: 2, max: 32);
    private readonly ParsedOption<long> _clients = Options.OfCount("--clients", "Clients, each with an entity and a socket of its own, which send twenty messages a second", "24", min: 1, max: 1_000);
    private readonly ParsedOption<ZoneFault[]?> _faults = Options.Of<ZoneFault[]?>("--fault", "Which faults (kill,pause,restart,terminate,add) [default: all of these]", null, SiloCrashCommand.ParseFaults<ZoneFault>);
    private readonly ParsedOption<double?> _takeoverSeconds = Options.Of<double?>("--takeover-seconds", "Exit code 4 if a zone is taken over later than this [default: 3, which is told and decides nothing]", null, ParseSeconds);
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "Order, victims and ways follow from it [default: another each time]", max: int.MaxValue);
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private ZonesCrashCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var crash = new ZonesCrashCommand();
        var command = new Command("zones", "Kills, halts, replaces, ends and adds zone servers that share a PostgreSQL, while clients walk over their map: each message must count once, and each zone have one owner at a time. Exit code 1: not so; 4: so, but a zone was taken over later than --takeover-seconds.")
        {
            crash._rounds, crash._servers, crash._clients, crash._faults, crash._takeoverSeconds, crash._seed, crash._json,
        };
        command.SetAction(crash.RunAsync);
        return command;
    }

    private static double? ParseSeconds(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds) && seconds > 0 && double.IsFinite(seconds)
            ? seconds : throw new FormatException($"'{text}' is no number of seconds above 0.");

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var limit = _takeoverSeconds.Read(parsed);
        var output = new ZonesCrashOutput(TimeSpan.FromSeconds(limit ?? ZonesCrashOutput.PromisedSeconds), parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        await using var postgres = await SiloCrashCommand.StartPostgresAsync(cancellationToken).ConfigureAwait(false);
        var plan = new ZoneFaultPlan
        {
            Postgres = postgres,
            Seed = (int?)_seed.Read(parsed) ?? Random.Shared.Next(),
            Rounds = (int)_rounds.Read(parsed),
            Servers = (int)_servers.Read(parsed),
            Clients = (int)_clients.Read(parsed),
            Faults = _faults.Read(parsed) is { Length: > 0 } some ? some : Enum.GetValues<ZoneFault>(),
        };
        output.Begin(plan);
        var result = await new ZoneFaultTrial(plan, output.Add).RunAsync(cancellationToken).ConfigureAwait(false);
        output.End(plan, result);
        if (!result.Held) return ExitCode.Failure;
        return limit is null || output.IsMet(result) ? ExitCode.Success : ExitCode.ThresholdNotHeld;
    }
}
