using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Soak.Udp.Verdicts;

/// <summary>Whether a soak holds: no anomaly, and memory and handles that do not drift, by the rule of all long runs (<see cref="DriftFinder"/>).</summary>
/// <param name="Reasons">Why it does not; empty if it does.</param>
/// <param name="Drifts">What drifted. Latencies that did are told and decide nothing: on a machine with other work they follow that.</param>
/// <param name="IsMemoryJudged">False if no leg was long enough to tell.</param>
internal sealed record UdpSoakVerdict(IReadOnlyList<string> Reasons, IReadOnlyList<string> Drifts, bool IsMemoryJudged)
{
    /// <summary>True if it holds.</summary>
    public bool IsHeld => Reasons.Count == 0;

    /// <summary>Judges a state.</summary>
    public static UdpSoakVerdict Of(UdpSoakState state)
    {
        // Each leg has processes of its own, which begin small.
        var legs = state.Samples.GroupBy(static sample => sample.Leg).Select(static leg => (Number: leg.Key, Line: TimeLine(leg))).ToArray();
        var drifts = legs.SelectMany(leg => DriftFinder.Find(leg.Line).Select(drift => (Drift: drift, Text: Describe(drift, leg.Number, legs.Length)))).ToArray();
        return new UdpSoakVerdict(
            [.. state.Counts.Anomalies.Describe(), .. drifts.Where(static drift => !IsLatency(drift.Drift)).Select(static drift => drift.Text)],
            [.. drifts.Select(static drift => drift.Text)],
            legs.Any(static leg => DriftFinder.CanTell(leg.Line)));
    }

    private static bool IsLatency(DriftFigures drift) => drift.Unit == DriftFinder.LatencyUnit;

    private static string Describe(DriftFigures drift, int leg, int legs)
    {
        var text = DriftFinder.Describe(drift with { Measure = drift.Measure.Replace("worker", "server", StringComparison.Ordinal) });
        return legs == 1 ? text : FormattableString.Invariant($"{text} in leg {leg}");
    }

    private static TimeLinePoint[] TimeLine(IEnumerable<SoakSample> samples) =>
        [.. samples.Select(static sample => new TimeLinePoint(sample.Second, sample.Messages, sample.P50Microseconds, sample.P99Microseconds) { Seconds = sample.Seconds, Client = sample.Clients.Process, Worker = sample.Server.Process })];
}
