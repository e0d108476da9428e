using System.Globalization;
using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Agents.Usage;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>Makes the row of a crew: the clients' rows in one, with what is known of the machines.</summary>
internal static class CrewRows
{
    private const double NanosecondsPerMicrosecond = 1e3;

    /// <summary>The row.</summary>
    /// <param name="job">The whole job.</param>
    /// <param name="run">How it went.</param>
    /// <param name="rows">The clients' rows.</param>
    /// <param name="later">The agents' clocks after it.</param>
    public static RunRow Finish(LoadJob job, CrewRun run, IReadOnlyList<RunRow> rows, IReadOnlyDictionary<string, ClockEstimate> later)
    {
        // Each client's marks are about its part.
        var named = rows.Zip(run.Seats, (row, seat) => row with { Marks = [.. row.Marks.Select(mark => rows.Count == 1 || mark.Kind == RowMarkKinds.Baseline ? mark : mark with { Text = $"client at '{seat.Agent}': {mark.Text}" })] });
        var row = RowMerger.Merge([.. named]) with { RateAsked = job.RatePerSecond };
        var agents = Agents(run, rows, later);
        row = row with { Agents = agents, Marks = [.. row.Marks, .. agents.SelectMany(AgentRules.Marks)], Remarks = [.. row.Remarks, .. agents.Select(AgentRules.Describe)] };
        return row.Requests == 0 ? row : WithOneWay(row, run, later);
    }

    private static RunRow WithOneWay(RunRow row, CrewRun run, IReadOnlyDictionary<string, ClockEstimate> later)
    {
        if (run.OneWay.Any(text => text is null)) return row;
        var times = new LatencyHistogram();
        foreach (var text in run.OneWay) times.Add(HistogramText.Read(text!));
        if (times.Count == 0) return row;
        var uncertainty = run.Seats.Max(seat => UncertaintyMicroseconds(seat.Agent, run, later));
        var figures = RowBuilder.Figures(times);
        return OneWayRule.WhyNot(uncertainty, figures.P50) is { } why ? row with { Remarks = [.. row.Remarks, why] } : row with
        {
            OneWayMicroseconds = figures,
            Remarks = [.. row.Remarks, string.Create(CultureInfo.InvariantCulture, $"one-way times, from the intended send to the worker's handler, are by clocks that are known to {uncertainty:0.#} us")],
        };
    }

    // Both machines' offsets are against this one's; what they ran apart meanwhile was not known when the times were taken.
    private static double UncertaintyMicroseconds(string client, CrewRun run, IReadOnlyDictionary<string, ClockEstimate> later)
    {
        var worker = run.Fleet.Placement.Worker;
        if (client == worker) return 0;
        var apart = Math.Abs(later[worker].MonotonicNanoseconds - later[client].MonotonicNanoseconds - (run.Clocks[worker].MonotonicNanoseconds - run.Clocks[client].MonotonicNanoseconds));
        return (Larger(worker) + Larger(client) + apart) / NanosecondsPerMicrosecond;

        long Larger(string name) => Math.Max(run.Clocks[name].UncertaintyNanoseconds, later[name].UncertaintyNanoseconds);
    }

    private static List<AgentFigures> Agents(CrewRun run, IReadOnlyList<RunRow> rows, IReadOnlyDictionary<string, ClockEstimate> later)
    {
        var placement = run.Fleet.Placement;
        List<AgentFigures> figures = [];
        foreach (var name in run.Seats.Select(seat => seat.Agent).Append(placement.Worker).Distinct())
        {
            var own = rows.Where((_, seat) => run.Seats[seat].Agent == name).ToList();
            string?[] roles = [own.Count > 0 ? "client" : null, name == placement.Worker ? "worker" : null];
            var clock = run.Clocks[name].Until(later[name]);
            var share = run is { UsageBefore: { } before, UsageAfter: { } after } ? UsageShare.Between(before[name], after[name]) : default;
            figures.Add(run.Fleet.Describe(name, string.Join(", ", roles.Where(role => role is not null))) with
            {
                Connections = own.Sum(row => row.Connections),
                Requests = own.Sum(row => row.Requests),
                ClockOffsetMicroseconds = clock.WallNanoseconds / NanosecondsPerMicrosecond,
                ClockUncertaintyMicroseconds = clock.UncertaintyNanoseconds / NanosecondsPerMicrosecond,
                CpuShare = share.Cpu,
                ReceivedBytesPerSecond = share.ReceivedPerSecond,
                SentBytesPerSecond = share.SentPerSecond,
            });
        }

        return figures;
    }
}
