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

    // A rate that is not reached is not held, however short the latencies of what was sent.
    private const double ReachedShare = 0.98;

    private readonly List<RateTry> _tries = [];

    /// <summary>Searches, from the job's own rate on.</summary>
    /// <returns>The row of the highest rate that held, with all rates tried; that of the lowest one tried if none did; null if
    /// it was ended before any row.</returns>
    public async Task<RunRow?> RunAsync(LoadJob job, CancellationToken cancellationToken)
    {
        var search = new RateSearch(job.RatePerSecond > 0 ? job.RatePerSecond : DefaultStartPerSecond);
        RunRow? best = null, last = null;
        while (search.Next is { } rate && !cancellationToken.IsCancellationRequested)
        {
            last = await TryAsync(job, rate).ConfigureAwait(false);

            // One stall of the machine must not halve the answer; one that held by luck is found out at the end.
            if (last is { Requests: > 0 } && !_tries[^1].Held && !cancellationToken.IsCancellationRequested) last = await TryAsync(job, rate).ConfigureAwait(false);

            // What cannot be measured at all will not be at half the rate.
            if (last is not { Requests: > 0 }) break;
            search.Note(_tries[^1].Held);
        }

        while (search.HeldPerSecond > 0 && last is { Requests: > 0 } && !cancellationToken.IsCancellationRequested)
        {
            last = await TryAsync(job, search.HeldPerSecond).ConfigureAwait(false);
            if (last is { Requests: > 0 } && _tries[^1].Held)
            {
                best = last;
                break;
            }

            search.Withdraw();
        }

        return (best ?? last) is { } found ? found with { Limit = Figures(search), Remarks = [Describe(search), .. found.Remarks] } : null;
    }

    private async Task<RunRow?> TryAsync(LoadJob job, double rate)
    {
        var row = await measure(job with { RatePerSecond = rate }).ConfigureAwait(false);
        if (row is null) return null;
        var breach = FindBreach(row, condition);
        _tries.Add(new RateTry(rate, row.ThroughputPerSecond, row.LatencyMicroseconds, breach is null, breach ?? ""));
        return row;
    }

    /// <summary>Why a row does not hold its rate, or null if it does.</summary>
    public static string? FindBreach(RunRow row, LimitCondition condition)
    {
        if (row.ThroughputPerSecond < row.RateAsked * ReachedShare) return string.Create(CultureInfo.InvariantCulture, $"{row.ThroughputPerSecond:0}/s reached");
        if (row.Ledger.Errors > 0) return $"{row.Ledger.Errors:N0} errors";
        return row.Valid ? condition.FindBreach(row.LatencyMicroseconds) : row.Marks[0].Text;
    }

    private LimitFigures Figures(RateSearch search) => new() { Condition = condition.ToString(), HeldPerSecond = search.HeldPerSecond, Tries = [.. _tries] };

    private string Describe(RateSearch search)
    {
        var tried = $"{_tries.Count} rates tried for {condition}";
        return search.HeldPerSecond == 0
            ? $"{tried}: none held"
            : string.Create(CultureInfo.InvariantCulture, $"{tried}: {search.HeldPerSecond:0}/s held{(double.IsInfinity(search.FailedPerSecond) ? "" : $", {search.FailedPerSecond:0}/s did not")}");
    }
}
