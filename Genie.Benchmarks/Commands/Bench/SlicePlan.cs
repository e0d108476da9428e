using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>
/// What is measured when, where nobody said for how long. A pair of processes is warmed up once, over all the loads of its rows; then each row is measured in short slices, in
/// several visits between which the other systems have their turn, so that a machine that drifts shows in every row's interval.
/// </summary>
/// <param name="Jobs">The jobs, in order.</param>
/// <param name="LeftOut">Rows for which there is no time.</param>
internal sealed record SlicePlan(IReadOnlyList<LoadJob> Jobs, IReadOnlyList<LoadJob> LeftOut)
{
    /// <summary>Plans.</summary>
    /// <param name="loads">A job for each row; the first of several clients of a system first.</param>
    /// <param name="schedule">How much of what.</param>
    /// <param name="mayDrop">True to leave out rows where there is no time for all: systems' further clients, then publishing that is only buffered, the last first.</param>
    public static SlicePlan Create(IEnumerable<LoadJob> loads, SliceSchedule schedule, bool mayDrop)
    {
        List<List<LoadJob>> pairs = [.. loads.GroupBy(LoadChildren.KeyOf).Select(pair => pair.ToList())];
        List<LoadJob> leftOut = [];
        while (mayDrop && schedule.TimeOf(pairs) > schedule.Budget && (LastFurtherClient(pairs) ?? LastBuffered(pairs)) is { } dropped)
        {
            leftOut.InsertRange(0, dropped);
            foreach (var pair in pairs) pair.RemoveAll(dropped.Contains);
            pairs.RemoveAll(pair => pair.Count == 0);
        }

        var fitted = schedule.Fit(pairs);
        return new SlicePlan([.. Enumerable.Range(0, fitted.Visits).SelectMany(visit => pairs.SelectMany(pair => fitted.JobsOf(pair, visit)))], leftOut);
    }

    /// <summary>What was left out, with the command that measures it; empty where nothing was.</summary>
    public IEnumerable<string> Remarks
    {
        get
        {
            foreach (var what in LeftOut.GroupBy(IsBuffered))
            {
                var choices = what.Select(job => job.Broker).DistinctBy(choice => (choice.Broker, choice.Client)).ToList();
                var systems = string.Join(' ', choices.Select(choice => choice.Broker).Distinct());
                var client = choices.Select(choice => choice.Client).Distinct().Count() == 1 ? choices[0].Client : "all";
                yield return what.Key ? $"No time for what is only buffered: ./genie bench {systems} --mode fire-and-forget --confirmation buffered"
                    : $"No time for {string.Join(", ", choices.Select(choice => $"{choice.Broker} ({choice.Client})"))}: ./genie bench {systems} --client {client}";
            }
        }
    }

    // All of its rows: one alone saves a fraction of what its processes cost. A system's first client stays.
    private static LoadJob[]? LastFurtherClient(List<List<LoadJob>> pairs) =>
        pairs.LastOrDefault(pair => pairs.First(other => other[0].Broker.Broker == pair[0].Broker.Broker)[0].Broker.Client != pair[0].Broker.Client)?.ToArray();

    // Where more is confirmed it wins nothing.
    private static LoadJob[]? LastBuffered(List<List<LoadJob>> pairs) =>
        pairs.SelectMany(pair => pair.Where(job => IsBuffered(job) && pair.Any(other => other.Mode == job.Mode && !IsBuffered(other)))).LastOrDefault() is { } last ? [last] : null;

    private static bool IsBuffered(LoadJob job) => job is { Mode: RunMode.FireAndForget, Confirmation: Confirmation.Buffered };
}
