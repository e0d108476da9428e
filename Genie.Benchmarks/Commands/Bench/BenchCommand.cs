using System.CommandLine;
using Genie.Benchmarks.Reporting.Sweeps;
using Genie.Benchmarks.Reporting.Thresholds;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary><c>genie bench</c>: measures messaging systems.</summary>
internal static class BenchCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var options = new BenchOptions();
        var command = new Command("bench");
        options.AddTo(command);
        command.SetAction((parsed, cancellationToken) => options.ReadTable(parsed) is { } table
            ? CallTableBench.RunAsync(table, parsed.Streams(), cancellationToken) : RunAsync(options.Read(parsed), parsed.Streams(), cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(BenchRequest request, CommandStreams streams, CancellationToken cancellationToken)
    {
        var results = await BenchRun.RunAsync(request, streams, cancellationToken).ConfigureAwait(false);
        if (results.Partial) return ExitCode.Interrupted;
        var breaches = ThresholdRules.Describe(results.Runs);
        foreach (var breach in breaches) await streams.Error.WriteLineAsync(breach).ConfigureAwait(false);
        var failed = results.Sweep is null ? results.Runs.Any(row => !row.Valid) : SweepCurve.Of(results).Any(curve => curve.HasFailed) || results.WithoutSweep().Runs.Any(row => !row.Valid);
        if (results.Runs.Count == 0 || failed) return ExitCode.Failure;
        return breaches.Count == 0 ? ExitCode.Success : ExitCode.ThresholdNotHeld;
    }
}
