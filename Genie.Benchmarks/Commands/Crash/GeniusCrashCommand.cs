using System.CommandLine;
using Genie.Benchmarks.Load.Genius;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary><c>genie crash genius</c>: faults that happen to a cluster of <c>genie genius serve</c> under load.</summary>
internal sealed class GeniusCrashCommand
{
    private readonly ParsedOption<long> _rounds = Options.OfCount("--rounds", "Faults, one after the other; each kind comes once before one comes again", "6", min: 1);
    private readonly ParsedOption<long> _nodes = Options.OfCount("--nodes", "Servers, each a process", "3", min: 2, max: 64);
    private readonly ParsedOption<long> _senders = Options.OfCount("--senders", "Senders, each with one event under way, which it sends again until it is answered", "12", min: 1);
    private readonly ParsedOption<GeniusFault[]?> _faults = Options.Of<GeniusFault[]?>("--fault", "Which faults (kill,pause,rescale) [default: all of these]", null, SiloCrashCommand.ParseFaults<GeniusFault>);
    private readonly ParsedOption<long?> _seed = Options.OfCountOrNone("--seed", "Order and victims follow from it [default: another each time]", max: int.MaxValue);
    private readonly Option<bool> _json = new("--json") { Description = "Prints one JSON object and nothing else" };

    private GeniusCrashCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var crash = new GeniusCrashCommand();
        var command = new Command("genius", "Kills, halts and replaces servers of Genius that share a PostgreSQL, while events come in: each event that was answered must have led to its facts once. Exit code 1: a fact is missing or double.")
        {
            crash._rounds, crash._nodes, crash._senders, crash._faults, crash._seed, crash._json,
        };
        command.SetAction(crash.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = new FaultOutput("servers", parsed.InvocationConfiguration.Output, parsed.GetValue(_json));
        await using var postgres = await SiloCrashCommand.StartPostgresAsync(cancellationToken).ConfigureAwait(false);
        var plan = new GeniusFaultPlan
        {
            Postgres = postgres,
            Seed = (int?)_seed.Read(parsed) ?? Random.Shared.Next(),
            Rounds = (int)_rounds.Read(parsed),
            Servers = (int)_nodes.Read(parsed),
            Senders = (int)_senders.Read(parsed),
            Faults = _faults.Read(parsed) is { Length: > 0 } some ? some : Enum.GetValues<GeniusFault>(),
        };
        output.Begin(FormattableString.Invariant($"{plan.Servers} servers, {plan.Senders} senders, {plan.Rounds} faults, seed {plan.Seed}"));
        var rounds = await new GeniusFaultTrial(plan, output.Add).RunAsync(cancellationToken).ConfigureAwait(false);
        output.End(new Dictionary<string, double> { ["servers"] = plan.Servers, ["senders"] = plan.Senders, ["seed"] = plan.Seed }, rounds);
        return rounds.All(static round => round.IsExact) ? ExitCode.Success : ExitCode.Failure;
    }
}
