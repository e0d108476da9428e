using System.CommandLine;
using Genie.Benchmarks.Commands.Relay.Bench;

namespace Genie.Benchmarks.Commands.Relay;

/// <summary><c>genie relay bench</c>: six single workers beside two relays of three, under users that become more in three stages.</summary>
internal sealed class RelayBenchCommand
{
    private readonly ParsedOption<TimeSpan> _stage = Options.OfDuration("--stage", "How long each of the three stages lasts", "35s");
    private readonly ParsedOption<long> _users = Options.OfCount("--users", "Users in the last stage; a third and two thirds of them before", "60", min: 3, max: 1000);
    private readonly ParsedOption<TimeSpan> _pause = Options.OfDuration("--pause", "How long a user pauses between two calls", "500ms", mayBeNone: true);
    private readonly ParsedOption<long> _wait = Options.OfCount("--wait", "Milliseconds that a call waits (I/O)", "30");
    private readonly ParsedOption<long> _burn = Options.OfCount("--burn", "Milliseconds of processor time that a call takes", "5");
    private readonly ParsedOption<TimeSpan?> _kill = Options.OfDurationOrNone("--kill-every", "Kills a worker (SIGKILL) this often");
    private readonly Option<bool> _replace = new("--replace") { Description = "Replaces the relays' workers one by one (SIGHUP) in the middle" };

    private readonly Option<bool> _idempotent = new("--idempotent") { Description = "Names the method as idempotent to the relays, so that a call whose worker dies is tried on another [default: it fails]" };

    private RelayBenchCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var bench = new RelayBenchCommand();
        var command = new Command("bench", "Measures Python workers (Debian package python3-grpcio): two relays of three workers each, beside six single workers behind a plain balancer. Exit code 1: a call through the relays failed.")
        {
            bench._stage, bench._users, bench._pause, bench._wait, bench._burn, bench._kill, bench._replace, bench._idempotent,
        };
        command.SetAction(bench.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var plan = new RampPlan(
            (int)_users.Read(parsed), _stage.Read(parsed), _pause.Read(parsed), $"{_wait.Read(parsed)},{_burn.Read(parsed)}", _kill.Read(parsed), parsed.GetValue(_replace), parsed.GetValue(_idempotent));
        var output = parsed.InvocationConfiguration.Output;
        await output.WriteLineAsync(RampTable.Header(plan).AsMemory(), cancellationToken).ConfigureAwait(false);
        var relayed = await MeasureAsync("relay, 2 x 3 workers", await RelayDeployment.StartAsync(new RelayDeploymentPlan(2, TrialWorker.Threads, plan.IsIdempotent, HasMetrics: false), cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        await MeasureAsync("6 single workers", await SingleDeployment.StartAsync(isRejecting: true, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        await MeasureAsync("6 single workers with a backlog", await SingleDeployment.StartAsync(isRejecting: false, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        return relayed.Errors == 0 ? ExitCode.Success : ExitCode.Failure;

        async Task<RampResult> MeasureAsync(string name, IDeployment started)
        {
            await using var deployment = started;
            var result = await Ramp.RunAsync(plan, deployment, cancellationToken).ConfigureAwait(false);
            await output.WriteLineAsync(RampTable.Row(name, result).AsMemory(), cancellationToken).ConfigureAwait(false);
            return result;
        }
    }
}
