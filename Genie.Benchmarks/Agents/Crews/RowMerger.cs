using Genie.Benchmarks.Load;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>Makes one row of those of several clients that measured together. Runs have numbers of their own, so that every message is in one client's ledger and no other.</summary>
internal static class RowMerger
{
    /// <summary>The whole: counts are added, latencies are those of all requests, a rate is the sum of the clients' rates.</summary>
    public static RunRow Merge(IReadOnlyList<RunRow> rows)
    {
        if (rows is [var only]) return only;
        var latency = Latencies(rows);
        var requests = rows.Sum(row => row.Requests);
        return rows[0] with
        {
            Server = rows.Select(row => row.Server).FirstOrDefault(server => server.Length > 0) ?? "",
            Connections = rows.Sum(row => row.Connections),
            RateAsked = rows.Sum(row => row.RateAsked),
            DurationSeconds = rows.Max(row => row.DurationSeconds),
            Requests = requests,
            ThroughputPerSecond = rows.Sum(row => row.ThroughputPerSecond),
            ArrivedPerSecond = rows.Sum(row => row.ArrivedPerSecond),
            LatencyMicroseconds = latency is null ? new LatencyFigures() : RowBuilder.Figures(latency) with { Mean = Mean(rows, row => row.LatencyMicroseconds.Mean) },
            LatencyCurve = latency is null ? [] : RowBuilder.Curve(latency),
            LatencyHistogram = latency is null ? null : HistogramText.Write(latency),
            FirstRequestMilliseconds = rows.Max(row => row.FirstRequestMilliseconds),
            TimeLine = TimeLines(rows),
            Drift = rows.SelectMany(row => row.Drift ?? []).ToList() is { Count: > 0 } drift ? drift : null,
            WarmUp = rows.Any(row => row.WarmUp is null) ? null : WarmUps([.. rows.Select(row => row.WarmUp!)]),
            Ledger = LedgerFigures.Sum(rows.Select(row => row.Ledger)),
            Effects = rows.Any(row => row.Effects is null) ? null : EffectFigures.Sum(rows.Select(row => row.Effects!)),
            ClientProcess = Clients(rows),
            WorkerProcess = Worker(rows, requests),
            Valid = rows.All(row => row.Valid),
            Marks = [.. rows.SelectMany(row => row.Marks).Distinct()],
            Remarks = [.. rows.SelectMany(row => row.Remarks).Distinct()],
        };
    }

    private static LatencyHistogram? Latencies(IReadOnlyList<RunRow> rows)
    {
        var histograms = rows.Where(row => row.LatencyHistogram is not null).Select(row => HistogramText.Read(row.LatencyHistogram!)).ToList();
        if (histograms.Count == 0) return null;
        var all = new LatencyHistogram();
        foreach (var histogram in histograms) all.Add(histogram);
        return all;
    }

    // Sums of histograms from text are those of their cells' upper ends; the rows' own means are exact.
    private static double Mean(IReadOnlyList<RunRow> rows, Func<RunRow, double> value)
    {
        var requests = rows.Sum(row => row.Requests);
        return requests == 0 ? 0 : rows.Sum(row => value(row) * row.Requests) / requests;
    }

    // Of percentiles there is no sum: the slowest client's stand for all.
    private static List<TimeLinePoint> TimeLines(IReadOnlyList<RunRow> rows) =>
    [
        .. from point in rows.SelectMany(row => row.TimeLine)
           group point by point.Second into points
           orderby points.Key
           select points.First() with
           {
               Requests = points.Sum(point => point.Requests),
               P50Microseconds = points.Max(point => point.P50Microseconds),
               P99Microseconds = points.Max(point => point.P99Microseconds),
               Errors = points.Sum(point => point.Errors),
           },
    ];

    private static WarmUpFigures WarmUps(IReadOnlyList<WarmUpFigures> each) => new(
        each.Max(one => one.Seconds), each.All(one => one.Settled), string.Join("; ", each.Select(one => one.Unsettled).Where(text => text.Length > 0).Distinct()), each.Min(one => one.RowsBefore));

    // Pauses of processes of their own happen beside each other; memory and time add up.
    private static ProcessFigures Clients(IReadOnlyList<RunRow> rows) => new()
    {
        CpuSeconds = rows.Sum(row => row.ClientProcess.CpuSeconds),
        AllocatedBytesPerRequest = Mean(rows, row => row.ClientProcess.AllocatedBytesPerRequest),
        GcPauseMilliseconds = rows.Max(row => row.ClientProcess.GcPauseMilliseconds),
        PeakRssMebibytes = rows.Sum(row => row.ClientProcess.PeakRssMebibytes),
        CompiledMethods = rows.Sum(row => row.ClientProcess.CompiledMethods),
        CompileMilliseconds = rows.Sum(row => row.ClientProcess.CompileMilliseconds),
    };

    // One process, of which each client was told the same, but for when it asked: the longest says most.
    private static ProcessFigures Worker(IReadOnlyList<RunRow> rows, long requests) => new()
    {
        CpuSeconds = rows.Max(row => row.WorkerProcess.CpuSeconds),
        AllocatedBytesPerRequest = requests == 0 ? 0 : rows.Max(row => row.WorkerProcess.AllocatedBytesPerRequest * row.Requests) / requests,
        GcPauseMilliseconds = rows.Max(row => row.WorkerProcess.GcPauseMilliseconds),
        PeakRssMebibytes = rows.Max(row => row.WorkerProcess.PeakRssMebibytes),
        CompiledMethods = rows.Max(row => row.WorkerProcess.CompiledMethods),
        CompileMilliseconds = rows.Max(row => row.WorkerProcess.CompileMilliseconds),
    };
}
