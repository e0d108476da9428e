using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>One invocation of <c>genie bench</c>: measures row after row, writes the results.</summary>
internal static class BenchRun
{
    /// <summary>Measures; ended early, the results say so.</summary>
    public static async Task<BenchResults> RunAsync(BenchRequest request, CancellationToken cancellationToken)
    {
        await using var session = new BenchSession(request);
        await session.PrepareAsync(cancellationToken).ConfigureAwait(false);
        await using (var display = BenchDisplay.Create(request, session.Jobs))
        {
            session.Announce(display);
            await session.RunAsync(display, cancellationToken).ConfigureAwait(false);
        }

        var results = session.Results(cancellationToken.IsCancellationRequested);
        await BenchOutput.WriteAsync(request, results).ConfigureAwait(false);
        await BenchOutput.KeepAsync(request, results).ConfigureAwait(false);
        if (results.Partial) await Console.Error.WriteLineAsync($"Interrupted: {results.Runs.Count} of {session.Jobs.Count} rows were measured, and are in the results.").ConfigureAwait(false);
        else if (results.Runs.Count == 0) await Console.Error.WriteLineAsync($"There was nothing to measure. {string.Join(' ', results.Remarks)}").ConfigureAwait(false);
        return results;
    }
}
