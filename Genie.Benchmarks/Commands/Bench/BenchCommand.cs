using System.CommandLine;
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
        command.SetAction((parsed, cancellationToken) => RunAsync(options.Read(parsed), cancellationToken));
        return command;
    }

    private static async Task<int> RunAsync(BenchRequest request, CancellationToken cancellationToken)
    {
        var results = await BenchRun.RunAsync(request, cancellationToken).ConfigureAwait(false);
        if (results.Partial) return ExitCode.Interrupted;
        var breaches = ThresholdRules.Describe(results.Runs);
        foreach (var breach in breaches) await Console.Error.WriteLineAsync(breach).ConfigureAwait(false);
        if (results.Runs.Count == 0 || results.Runs.Any(row => !row.Valid)) return ExitCode.Failure;
        return breaches.Count == 0 ? ExitCode.Success : ExitCode.ThresholdNotHeld;
    }
}
