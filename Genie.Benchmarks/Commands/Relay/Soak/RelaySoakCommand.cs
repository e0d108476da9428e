using System.CommandLine;
using Genie.Benchmarks.Commands.Relay.Bench;
using Genie.Benchmarks.Load.Soak;

namespace Genie.Benchmarks.Commands.Relay.Soak;

/// <summary><c>genie relay soak</c>: one relay under a steady load of all kinds of calls, and how its memory goes.</summary>
internal sealed class RelaySoakCommand
{
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long it lasts", "1h");
    private readonly ParsedOption<long> _rate = Options.OfCount("--rate", "Calls a second", "150", min: 1, max: 10_000);
    private readonly ParsedOption<long> _streams = Options.OfCount("--streams", "Two-way streams beside them; each sends a message a second, and is opened anew every minute", "10", max: 40);
    private readonly ParsedOption<TimeSpan> _sample = Options.OfDuration("--sample", "How often memory is read", "10s");
    private readonly ParsedOption<TimeSpan?> _kill = Options.OfDurationOrNone("--kill-every", "Kills a worker (SIGKILL) this often");

    private RelaySoakCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var soak = new RelaySoakCommand();
        var command = new Command("soak", "Keeps a relay with three Python workers (Debian package python3-grpcio) under a steady load, and shows its resident memory: of a hundred calls one passes its deadline and five fail. Exit code 1: a call ended otherwise than it should.")
        {
            soak._duration, soak._rate, soak._streams, soak._sample, soak._kill,
        };
        command.SetAction(soak.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var plan = new SoakPlan(_duration.Read(parsed), (int)_rate.Read(parsed), (int)_streams.Read(parsed), _sample.Read(parsed), _kill.Read(parsed));
        var output = parsed.InvocationConfiguration.Output;
        var deployment = await RelayDeployment.StartAsync(new RelayDeploymentPlan(Relays: 1, SoakPlan.Threads, IsIdempotent: true, HasMetrics: true), cancellationToken).ConfigureAwait(false);
        await using (deployment.ConfigureAwait(false))
        {
            var load = new SoakLoad(plan, deployment.Ports[0]);
            var memory = new MemoryCurve(deployment.ResidentBytes);
            using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            end.CancelAfter(plan.Duration);
            await output.WriteLineAsync("seconds\tMiB".AsMemory(), cancellationToken).ConfigureAwait(false);
            await Task.WhenAll(load.RunAsync(end.Token), KillAsync(), SampleAsync()).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            await output.WriteLineAsync(SoakTable.Write(plan, memory, load).AsMemory(), cancellationToken).ConfigureAwait(false);
            return load.Unexpected.IsEmpty ? ExitCode.Success : ExitCode.Failure;

            async Task SampleAsync()
            {
                while (await DelayAsync(plan.Sample, end.Token).ConfigureAwait(false))
                {
                    await deployment.WatchAsync(cancellationToken).ConfigureAwait(false);
                    var (after, bytes) = memory.Add(deployment.ResidentBytes);
                    await output.WriteLineAsync(FormattableString.Invariant($"{after.TotalSeconds:0}\t{bytes / 1048576.0:0.0}").AsMemory(), cancellationToken).ConfigureAwait(false);
                }
            }

            async Task KillAsync()
            {
                while (plan.KillEvery is { } every && await DelayAsync(every, end.Token).ConfigureAwait(false)) await deployment.KillOneAsync(cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private static async Task<bool> DelayAsync(TimeSpan time, CancellationToken end)
    {
        await Task.Delay(time, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !end.IsCancellationRequested;
    }
}
