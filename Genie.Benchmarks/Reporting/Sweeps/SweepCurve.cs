using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Sweeps;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Sweeps;

/// <summary>Latency under load of one system through one client: all rows of a sweep that differ in rate and repetition only.</summary>
/// <param name="Shape">What they have in common, without the rate.</param>
/// <param name="All">All of them, in the order measured.</param>
internal sealed record SweepCurve(LoadShape Shape, IReadOnlyList<RunRow> All)
{
    /// <summary>The curves, in the order in which they were first measured.</summary>
    public static IReadOnlyList<SweepCurve> Of(BenchResults results) =>
    [
        .. results.Runs.Where(row => row.Round > 0).GroupBy(row => (Shape: LoadShape.Of(row) with { RateAsked = 0, IsSweep = true }, row.Broker, row.Client, row.Confirmation))
            .Select(rows => new SweepCurve(rows.Key.Shape, [.. rows])),
    ];

    /// <summary>The rows that may be believed and compared, as the charts name and colour them.</summary>
    public Series Series => SeriesOf([.. All.Where(IsUsable)]);

    /// <summary>The rates, in rising order.</summary>
    public IReadOnlyList<SweepPoint> Points
    {
        get
        {
            var saturation = new SaturationRule();
            return [.. All.GroupBy(row => row.RateAsked).OrderBy(rate => rate.Key).Select(rate => PointOf(rate.Key, [.. rate], saturation))];
        }
    }

    /// <summary>The highest rate that does not saturate it, or null.</summary>
    public SweepPoint? Highest => Points.LastOrDefault(point => point.Breach is null);

    /// <summary>The lowest rate above that, or null: the sweep was ended before it was found.</summary>
    public SweepPoint? Beyond => Points.FirstOrDefault(point => point.RateAsked > (Highest?.RateAsked ?? 0) && point.Breach is not null);

    /// <summary>True if no rate was held, or a row is invalid at one that was: what is lost beyond saturation is what a sweep looks for.</summary>
    public bool HasFailed => Highest is not { } highest || All.Any(row => !row.Valid && row.RateAsked <= highest.RateAsked);

    /// <summary>
    /// The most throughput that holds a condition: of each pass the fastest row that does, 0 of a pass in which none does. Passes that were ended early, or in which the control had
    /// moved, lack rates and do not count. Null where no pass is left, or most hold nothing.
    /// </summary>
    public Contender? Most(LimitCondition condition)
    {
        var rates = All.Select(row => row.RateAsked).Distinct().Count();
        var passes = All.GroupBy(row => row.Repetition).Where(pass => !pass.Any(IsMoved) && pass.Select(row => row.RateAsked).Distinct().Count() == rates);
        var best = passes.Select(pass => pass.Where(row => RateBreach.Find(row, condition) is null).MaxBy(row => row.ThroughputPerSecond)).ToArray();
        if (best.Length == 0) return null;
        var interval = MedianInterval.Of(best.Select(row => row?.ThroughputPerSecond ?? 0));
        return interval.Median > 0 ? new Contender(SeriesOf([.. best.OfType<RunRow>()]), interval) : null;
    }

    /// <summary>The median latency at one rate, or null where it was not measured.</summary>
    public Contender? LatencyAt(double ratePerSecond) => Points.FirstOrDefault(point => point.RateAsked == ratePerSecond && point.Rows.Count > 0) is { } point
        ? new Contender(SeriesOf(point.Rows), point.P50) : null;

    private static SweepPoint PointOf(double rate, IReadOnlyList<RunRow> rows, SaturationRule saturation)
    {
        RunRow[] usable = [.. rows.Where(IsUsable)];
        var breach = SweepPoint.FindBreach(rows);
        if (breach is null && usable.Length > 0) breach = saturation.FindBend(rate, MedianInterval.Of(usable.Select(row => row.LatencyMicroseconds.P50)).Median);
        return new SweepPoint(rate, usable, breach);
    }

    private Series SeriesOf(IReadOnlyList<RunRow> rows) => new() { Broker = All[0].Broker, Client = All[0].Client, Confirmation = All[0].Confirmation, Rows = rows };

    private static bool IsUsable(RunRow row) => row is { Valid: true, Requests: > 0, ThroughputPerSecond: > 0, LatencyMicroseconds.P50: > 0 } && !IsMoved(row);

    private static bool IsMoved(RunRow row) => row.Marks.Any(mark => mark.Kind == RowMarkKinds.ControlMoved);
}
