using System.Globalization;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Soak;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>Makes rows of what was measured.</summary>
internal static class RowBuilder
{
    private const double BytesPerMebibyte = 1 << 20;

    // Enough for a smooth curve on a log axis: each step halves what remains above, ten points a halving.
    private const int CurvePointsPerHalving = 10;
    private const int CurveHalvings = 20;

    /// <summary>The row of a job before anything was measured.</summary>
    public static RunRow Empty(LoadJob job, IBrokerDriver driver) => new()
    {
        Broker = job.Broker.Broker,
        Client = driver.Client,
        ClientVersion = driver.ClientVersion,
        Mode = job.Mode,
        Confirmation = job.Confirmation,
        Connections = job.Connections,
        InFlight = job.InFlight,
        Stages = job.Workload.Stages,
        Geocoder = job.Workload.NeedsGeocoder ? job.Workload.Geocoder : "",
        Store = job.Workload.Stages == Stages.Grains ? job.Workload.Store : "",
        GrainHost = job.Workload.HasGrainNodes ? job.Workload.GrainHost : "",
        Nodes = job.Workload.HasGrainNodes ? job.Workload.Nodes : 0,
        PayloadBytes = job.Workload.PayloadBytes,
        PayloadSizes = job.Workload.PayloadSizes,
        PayloadFile = job.Workload.PayloadFile?.Name,
        PayloadMessages = job.Workload.PayloadFile is { Messages: > 1 and var messages } ? messages : 0,
        PayloadSha256 = job.Workload.PayloadFile?.Sha256,
        Keys = job.Workload.Keys,
        KeySkew = job.Workload.KeySkew,
        RateAsked = job.RatePerSecond,
        RateStages = job.RateStages,
        Replay = job.Replay?.ToString(),
        WorkerDelayMilliseconds = job.WorkerDelayMilliseconds,
        WorkerAwaySeconds = job.WorkerAwaySeconds,
        FanOut = job.FanOut,
        PipelineStages = job.PipelineStages > 1 ? job.PipelineStages : 0,
        Repetition = job.Repetition,
        Round = job.Round,
        Encrypted = job.Encrypt,
        Network = job.Network,
        Faults = job.Faults.Count > 0 ? job.Faults : null,
        Guarantees = driver.Guarantees,
    };

    /// <summary>The row of a job that could not be measured, or not to its end.</summary>
    /// <param name="job">What was asked for.</param>
    /// <param name="driver">Through which driver.</param>
    /// <param name="error">Why.</param>
    /// <param name="interim">What it had shown by then, or null.</param>
    public static RunRow Failed(LoadJob job, IBrokerDriver driver, string error, RunRow? interim = null) => (interim ?? Empty(job, driver)) with
    {
        Valid = false,
        Marks = [new RowMark(RowMarkKinds.Failed, error)],
        Remarks = [error],
    };

    /// <summary>The row of a job that was ended before there was anything to measure.</summary>
    public static RunRow NotReached(LoadJob job, IBrokerDriver driver) => Empty(job, driver) with
    {
        Valid = false,
        Marks = [new RowMark(RowMarkKinds.Partial, "ended before the measured time began")],
    };

    /// <summary>The row of a job that was measured, at least in part.</summary>
    /// <param name="job">What was asked for.</param>
    /// <param name="driver">Through which driver.</param>
    /// <param name="traits">What it promises; by now with its server.</param>
    /// <param name="firstRequest">What the first request took.</param>
    /// <param name="warmUp">The warm-up, or null if there was none.</param>
    /// <param name="settling">What was seen of it.</param>
    /// <param name="measured">The measured time, or null if it was never reached.</param>
    /// <param name="isPartial">True if it was ended early.</param>
    public static RunRow Build(
        LoadJob job, IBrokerDriver driver, BrokerTraits traits, TimeSpan firstRequest, PhaseResult? warmUp, Settling settling, PhaseResult? measured, bool isPartial)
    {
        var row = measured is null ? NotReached(job, driver) : Empty(job, driver);
        row = row with { Server = traits.Server, FirstRequestMilliseconds = OfColdProcess(job, firstRequest) };
        if (measured is null) return row;
        row = row with
        {
            DurationSeconds = measured.Elapsed.TotalSeconds,
            Requests = measured.Latency.Count,
            ThroughputPerSecond = measured.Elapsed > TimeSpan.Zero ? measured.Latency.Count / measured.Elapsed.TotalSeconds : 0,
            ArrivedPerSecond = measured.Elapsed > TimeSpan.Zero ? measured.Ledger.Delivered / measured.Elapsed.TotalSeconds : null,
            LatencyMicroseconds = Figures(measured.Latency),
            LatencyCurve = Curve(measured.Latency),
            LatencyHistogram = HistogramText.Write(measured.Latency),
            TimeLine = measured.TimeLine,
            Drift = DriftFinder.Find(measured.TimeLine) is { Count: > 0 } drift ? drift : null,
            WarmUp = warmUp is null ? null : new WarmUpFigures(warmUp.Elapsed.TotalSeconds, settling.IsSettled, settling.Unsettled, job.RowsBefore),
            Ledger = Figures(measured.Ledger),
            Backlog = measured.Backlog,
            Effects = measured.Effects is null ? null : Figures(measured.Effects),
            ClientProcess = Figures(measured.Client, measured.Latency.Count),
            WorkerProcess = measured.Worker.Usage is { } usage ? Figures(usage, measured.Latency.Count) : new ProcessFigures(),
            Remarks = Remarks(job, traits, measured),
        };
        var marks = RowAudit.Marks(row, traits, warmUp?.Ledger, isPartial, warmUp?.Effects is null ? null : Figures(warmUp.Effects));

        // Of several short repetitions that is judged together: see UnsettledSeries.
        if (job.Repetitions > 0) marks = [.. marks.Where(mark => mark.Kind != RowMarkKinds.NotSettled)];
        return row with { Marks = marks, Valid = !marks.Any(RowAudit.MakesInvalid) };
    }

    /// <summary>The row of a job that is still being measured, for those who would kill it.</summary>
    public static RunRow Interim(LoadJob job, IBrokerDriver driver, BrokerTraits traits, TimeSpan firstRequest, PhaseProgress progress) => Empty(job, driver) with
    {
        Server = traits.Server,
        FirstRequestMilliseconds = OfColdProcess(job, firstRequest),
        DurationSeconds = progress.Elapsed.TotalSeconds,
        Requests = progress.Latency.Count,
        ThroughputPerSecond = progress.Latency.Count / progress.Elapsed.TotalSeconds,
        LatencyMicroseconds = Figures(progress.Latency),
        LatencyCurve = Curve(progress.Latency),
        LatencyHistogram = HistogramText.Write(progress.Latency),
        TimeLine = progress.TimeLine,
        Drift = DriftFinder.Find(progress.TimeLine) is { Count: > 0 } drift ? drift : null,
        Ledger = new LedgerFigures { Sent = progress.Latency.Count + progress.Errors, Confirmed = progress.Latency.Count, Errors = progress.Errors },
        ClientProcess = Figures(progress.Client, progress.Latency.Count),
        Valid = false,
        Marks = [new RowMark(RowMarkKinds.Partial, FormattableString.Invariant($"still being measured after {progress.Elapsed.TotalSeconds:0} s: what was delivered is settled at the end"))],
    };

    // What is compiled, connected and looked up once was paid for by the process's first row.
    private static double? OfColdProcess(LoadJob job, TimeSpan firstRequest) => job.RowsBefore == 0 && firstRequest > TimeSpan.Zero ? firstRequest.TotalMilliseconds : null;

    private static List<string> Remarks(LoadJob job, BrokerTraits traits, PhaseResult measured)
    {
        List<string> remarks = [];
        if (traits.Remarks.Length > 0) remarks.Add(traits.Remarks);
        if (job.Workload.HasGrainNodes) remarks.Add(GrainNodes.Remark(job.Workload));
        if (job.Network is { } network) remarks.Add($"client and worker each behind a network like {network} (--network), in a proxy of this program: not to be compared with rows without");
        if (job.Faults.Count > 0) remarks.Add($"faults at their times, of the network before the server or of the server itself (--fault): {string.Join(", ", job.Faults)}; requests that fail and messages that nobody confirmed do not make the row invalid");
        if (job.FanOut > 0) remarks.Add($"each message goes to {job.FanOut:N0} listeners; what happens to it on its way is counted for each of them");
        if (job.PipelineStages > 1) remarks.Add($"each message passes {job.PipelineStages:N0} stages, and so the system {job.PipelineStages:N0} times; {(job.Mode == RunMode.RoundTrip ? "its answer comes back through all" : "the latency is that of the first")}");
        if (job.Inline) remarks.Add("handlers and continuations on the threads that read the links (--inline)");
        if (measured.Worker.Usage is null) remarks.Add("client and worker share one process; its figures stand under client");
        if (measured.Backlog is { } backlog) remarks.Add($"{Describe(backlog)}{(traits.HoldsWithoutListener ? "" : "; this system keeps nothing for a consumer that is away")}");
        if (measured.Effects is { Uncovered: > 0 } effects) remarks.Add($"{effects.Uncovered:N0} sent and without effect, which nobody had promised: not confirmed, or only that they had left the process");
        remarks.AddRange(measured.Errors);
        remarks.AddRange(measured.Worker.Notes.Select(note => $"worker: {note}"));
        return remarks;
    }

    private static string Describe(BacklogFigures backlog) => string.Create(CultureInfo.InvariantCulture, $"the worker was away for {backlog.AwaySeconds:0.0} s: {backlog.Largest:N0} messages waited, ")
        + (backlog.DrainSeconds is { } seconds ? string.Create(CultureInfo.InvariantCulture, $"drained in {seconds:0.00} s at {backlog.DrainPerSecond:N0}/s") : "and were never drained");

    /// <summary>The figures of a distribution.</summary>
    public static LatencyFigures Figures(LatencyHistogram latency) => new()
    {
        Mean = latency.MeanNanoseconds / 1e3,
        P50 = latency.ValueAtPercentile(50) / 1e3,
        P90 = latency.ValueAtPercentile(90) / 1e3,
        P99 = latency.ValueAtPercentile(99) / 1e3,
        P999 = latency.ValueAtPercentile(99.9) / 1e3,
        Max = latency.MaxNanoseconds / 1e3,
    };

    /// <summary>Its curve.</summary>
    public static List<LatencyPoint> Curve(LatencyHistogram latency)
    {
        List<LatencyPoint> curve = [];
        if (latency.Count == 0) return curve;
        for (var step = 0; step <= CurvePointsPerHalving * CurveHalvings; step++)
        {
            var share = Math.Pow(0.5, (double)step / CurvePointsPerHalving);
            if (share * latency.Count < 1) break;
            Add(curve, 100 * (1 - share), latency);
        }

        Add(curve, 100, latency);
        return curve;
    }

    private static void Add(List<LatencyPoint> curve, double percentile, LatencyHistogram latency)
    {
        // A step of the staircase keeps its last point: the curve rises in both fields.
        var point = new LatencyPoint(Math.Round(percentile, 5), latency.ValueAtPercentile(percentile) / 1e3);
        if (curve.Count > 0 && curve[^1].LatencyMicroseconds >= point.LatencyMicroseconds) curve[^1] = point;
        else curve.Add(point);
    }

    private static LedgerFigures Figures(LedgerCounts counts) => new()
    {
        Sent = counts.Sent,
        Confirmed = counts.Confirmed,
        Delivered = counts.Delivered,
        Lost = counts.Lost,
        LostAfterConfirm = counts.LostAfterConfirm,
        Duplicated = counts.Duplicated,
        Reordered = counts.Reordered,
        Corrupted = counts.Corrupted,
        Misrouted = counts.Misrouted,
        Late = counts.Late,
        Errors = counts.Errors,
    };

    private static EffectFigures Figures(EffectCounts counts) => new()
    {
        Expected = counts.Expected,
        Missing = counts.Missing,
        Doubled = counts.Doubled,
        Uncovered = counts.Uncovered,
        Unsent = counts.Unsent,
    };

    private static ProcessFigures Figures(ProcessUsage usage, long requests) => new()
    {
        CpuSeconds = usage.CpuSeconds,
        AllocatedBytesPerRequest = requests == 0 ? 0 : (double)usage.AllocatedBytes / requests,
        GcPauseMilliseconds = usage.GcPauseMilliseconds,
        PeakRssMebibytes = usage.PeakRssBytes / BytesPerMebibyte,
        CompiledMethods = usage.CompiledMethods,
        CompileMilliseconds = usage.CompileMilliseconds,
    };
}
