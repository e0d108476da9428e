using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>One invocation of <c>genie bench</c>: measures row after row, writes the results.</summary>
internal static class BenchRun
{
    /// <summary>Measures; ended early, the results say so.</summary>
    public static async Task<BenchResults> RunAsync(BenchRequest request, CommandStreams streams, CancellationToken cancellationToken)
    {
        await using var session = new BenchSession(request, streams.Error);
        await session.PrepareAsync(cancellationToken).ConfigureAwait(false);
        await using (var display = BenchDisplay.Create(request, session.Jobs, streams))
        {
            session.Announce(display);
            await session.RunAsync(display, cancellationToken).ConfigureAwait(false);
        }

        var results = session.Results(cancellationToken.IsCancellationRequested);
        await BenchOutput.WriteAsync(request, results, streams).ConfigureAwait(false);
        await BenchOutput.KeepAsync(request, results, streams.Error).ConfigureAwait(false);
        if (results.Partial) await streams.Error.WriteLineAsync($"Interrupted: {results.Runs.Count} of {session.RowsPlanned} rows were measured, and are in the results.").ConfigureAwait(false);
        else if (results.Runs.Count == 0) await streams.Error.WriteLineAsync($"There was nothing to measure. {string.Join(' ', results.Remarks)}").ConfigureAwait(false);
        return results;
    }
}
