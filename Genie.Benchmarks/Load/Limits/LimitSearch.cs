using System.Globalization;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Limits;

/// <summary>Finds the highest rate of a job that holds, by measuring it at one rate after another.</summary>
/// <param name="condition">What must hold of latencies.</param>
/// <param name="measure">Measures a job; null if it was ended early.</param>
internal sealed class LimitSearch(LimitCondition condition, Func<LoadJob, Task<RunRow?>> measure)
{
    /// <summary>Where a search begins if no rate was given.</summary>
    public const double DefaultStartPerSecond = 1_000;

    /// <summary>Searches, from the job's own rate on.</summary>
    /// <returns>The row of the highest rate that held, with all rates tried; that of the lowest one tried if none did; null if
    /// it was ended before any row.</returns>
    public async Task<RunRow?> RunAsync(LoadJob job, CancellationToken cancellationToken)
    {
        var search = new RateSearch(job.RatePerSecond > 0 ? job.RatePerSecond : DefaultStartPerSecond);
        var trials = new RateTrials(search, row => RateBreach.Find(row, condition));
        RunRow? best = null, last = null;
        while (trials.Next is { } rate && !cancellationToken.IsCancellationRequested)
        {
            last = await measure(job with { RatePerSecond = rate }).ConfigureAwait(false);
            trials.Note(last);
        }

        // One that held may have been lucky.
        while (search.HeldPerSecond > 0 && last is { Requests: > 0 } && !cancellationToken.IsCancellationRequested)
        {
            last = await measure(job with { RatePerSecond = search.HeldPerSecond }).ConfigureAwait(false);
            if (last is not null && trials.Add(last))
            {
                best = last;
                break;
            }

            search.Withdraw();
        }

        return (best ?? last) is { } found ? found with { Limit = Figures(search, trials), Remarks = [Describe(search, trials), .. found.Remarks] } : null;
    }

    private LimitFigures Figures(RateSearch search, RateTrials trials) => new() { Condition = condition.ToString(), HeldPerSecond = search.HeldPerSecond, Tries = [.. trials.Tries] };

    private string Describe(RateSearch search, RateTrials trials)
    {
        var tried = $"{trials.Tries.Count} rates tried for {condition}";
        return search.HeldPerSecond == 0
            ? $"{tried}: none held"
            : string.Create(CultureInfo.InvariantCulture, $"{tried}: {search.HeldPerSecond:0}/s held{(double.IsInfinity(search.FailedPerSecond) ? "" : $", {search.FailedPerSecond:0}/s did not")}");
    }
}
