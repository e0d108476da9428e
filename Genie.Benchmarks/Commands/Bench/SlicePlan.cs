using Genie.Benchmarks.Load;

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
    /// <param name="mayDrop">True to leave out a system's further clients where there is no time for all.</param>
    public static SlicePlan Create(IEnumerable<LoadJob> loads, SliceSchedule schedule, bool mayDrop)
    {
        var pairs = loads.GroupBy(LoadChildren.KeyOf).Select(pair => pair.ToArray()).ToList();
        List<LoadJob> leftOut = [];

        // Whole pairs: a row alone saves a fraction of what its processes cost. A system's first client stays.
        while (mayDrop && schedule.TimeOf(pairs) > schedule.Budget && LastFurtherClient(pairs) is { } dropped)
        {
            pairs.Remove(dropped);
            leftOut.InsertRange(0, dropped);
        }

        var fitted = schedule.Fit(pairs);
        return new SlicePlan([.. Enumerable.Range(0, fitted.Visits).SelectMany(visit => pairs.SelectMany(pair => fitted.JobsOf(pair, visit)))], leftOut);
    }

    /// <summary>What was left out, with the command that measures it; null where nothing was.</summary>
    public string? Remark
    {
        get
        {
            if (LeftOut.Count == 0) return null;
            var clients = LeftOut.Select(job => job.Broker).DistinctBy(choice => (choice.Broker, choice.Client)).ToList();
            var client = clients.Select(choice => choice.Client).Distinct().Count() == 1 ? clients[0].Client : "all";
            return $"No time for {string.Join(", ", clients.Select(choice => $"{choice.Broker} ({choice.Client})"))}: ./genie bench {string.Join(' ', clients.Select(choice => choice.Broker).Distinct())} --client {client}";
        }
    }

    private static LoadJob[]? LastFurtherClient(List<LoadJob[]> pairs) =>
        pairs.LastOrDefault(pair => pairs.First(other => other[0].Broker.Broker == pair[0].Broker.Broker)[0].Broker.Client != pair[0].Broker.Client);
}
