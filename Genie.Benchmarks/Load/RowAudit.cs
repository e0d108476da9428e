using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Soak;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load;

/// <summary>Decides what a row may be believed and compared with.</summary>
internal static class RowAudit
{
    private const double RateTolerance = 0.02;

    /// <summary>All that a reader must know before believing the row or comparing it.</summary>
    /// <param name="row">The row, with its figures.</param>
    /// <param name="traits">What the driver promises.</param>
    /// <param name="warmUp">The warm-up's ledger, or null: what breaks there is broken as well.</param>
    /// <param name="isPartial">True if the row was ended early.</param>
    /// <param name="warmUpEffects">The warm-up's effects, or null where they were not verified.</param>
    public static IReadOnlyList<RowMark> Marks(RunRow row, BrokerTraits traits, LedgerCounts? warmUp, bool isPartial, EffectFigures? warmUpEffects = null)
    {
        List<RowMark> marks = [];
        if (isPartial) marks.Add(new RowMark(RowMarkKinds.Partial, FormattableString.Invariant($"ended after {row.DurationSeconds:0.0} s")));
        if (row.Requests == 0) marks.Add(new RowMark(RowMarkKinds.Failed, row.Remarks.Count > 0 ? row.Remarks[^1] : "no request was answered"));
        if (row.Ledger.LostAfterConfirm > 0) marks.Add(new RowMark(RowMarkKinds.LostAfterConfirm, $"{row.Ledger.LostAfterConfirm:N0} lost after they were confirmed"));
        if (Breaches(row.Faults is null ? row.Ledger : row.Ledger with { Lost = 0, Errors = 0 }, traits) is { Length: > 0 } breaches) marks.Add(new RowMark(RowMarkKinds.Ledger, breaches));
        if (warmUp is not null && Breaches(RowLedger(warmUp), traits) is { Length: > 0 } before) marks.Add(new RowMark(RowMarkKinds.Ledger, $"in the warm-up: {before}"));
        if (row.Effects is { } effects && EffectRules.Breaches(effects) is { Length: > 0 } wrong) marks.Add(new RowMark(RowMarkKinds.Effects, wrong));
        if (warmUpEffects is not null && EffectRules.Breaches(warmUpEffects) is { Length: > 0 } early) marks.Add(new RowMark(RowMarkKinds.Effects, $"in the warm-up: {early}"));
        if (!isPartial && row is { Mode: RunMode.RoundTrip, RateAsked: 0, Requests: > 0, Faults: null }
            && LittlesLaw.Violation(row.ThroughputPerSecond, row.LatencyMicroseconds.Mean, row.Connections, row.InFlight) is { } violation)
            marks.Add(new RowMark(RowMarkKinds.LittlesLaw, violation));
        if (row.RateAsked > 0 && row.ThroughputPerSecond < row.RateAsked * (1 - RateTolerance))
            marks.Add(new RowMark(RowMarkKinds.RateMissed, FormattableString.Invariant($"{row.ThroughputPerSecond:0}/s reached of {row.RateAsked:0}/s asked{WhyMissed(row)}")));
        if (row.WarmUp is { Settled: false } warming)
            marks.Add(new RowMark(RowMarkKinds.NotSettled, FormattableString.Invariant($"had not settled after {warming.Seconds:0.0} s of warm-up: {warming.Unsettled}")));
        if (row.WarmUp is { Settled: true } && CompileShare(row) is > SettlingRule.CompileShareMax and var share)
            marks.Add(new RowMark(RowMarkKinds.NotSettled, FormattableString.Invariant($"the runtime compiled for {share:P0} of the measured time")));
        marks.AddRange((row.Drift ?? []).Select(drift => new RowMark(RowMarkKinds.Drift, DriftFinder.Describe(drift))));
        if (DriverCatalogue.References.Contains(row.Broker) || traits.InProcess) marks.Add(new RowMark(RowMarkKinds.Baseline, ReferenceText(row, traits)));
        return marks;
    }

    /// <summary>True for what makes a row's figures untrue; the other marks say how far they reach.</summary>
    public static bool MakesInvalid(RowMark mark) => mark.Kind is not (RowMarkKinds.Baseline or RowMarkKinds.RateMissed or RowMarkKinds.Drift or RowMarkKinds.NotSettled or RowMarkKinds.ControlMoved or RowMarkKinds.AgentSaturated or RowMarkKinds.Suspect);

    private static string ReferenceText(RunRow row, BrokerTraits traits) =>
        DriverCatalogue.Brokers.Contains(row.Broker) && DriverCatalogue.Of(row.Broker).Any(driver => driver.Client == row.Client && DriverCatalogue.IsStandIn(driver))
            ? $"the client's {row.Client} inside one process, no {row.Broker} server"
            : $"a reference {(traits.InProcess ? "inside one process" : "of two processes and their sockets")}, no messaging system";

    // What is due while all of these are taken waits, and that is in its latency.
    private static string WhyMissed(RunRow row) => row.Mode != RunMode.RoundTrip ? ""
        : $"; with {row.Connections * row.InFlight} in flight it answers no faster, and the latencies are those of a queue that grows. Ask for more --in-flight or --connections, or for a lower --rate";

    private static double CompileShare(RunRow row) =>
        row.DurationSeconds > 0 ? (row.ClientProcess.CompileMilliseconds + row.WorkerProcess.CompileMilliseconds) / 1e3 / row.DurationSeconds : 0;

    private static LedgerFigures RowLedger(LedgerCounts counts) => new()
    {
        Lost = counts.Lost,
        Duplicated = counts.Duplicated,
        Reordered = counts.Reordered,
        Corrupted = counts.Corrupted,
        Misrouted = counts.Misrouted,
        Errors = counts.Errors,
    };

    private static string Breaches(LedgerFigures ledger, BrokerTraits traits)
    {
        (long Count, string Name)[] breaches =
        [
            (ledger.Lost, "lost"), (traits.CanRedeliver ? 0 : ledger.Duplicated, "duplicated"),
            (traits.OrderedPerSender ? ledger.Reordered : 0, "reordered"), (ledger.Corrupted, "corrupted"),
            (ledger.Misrouted, "misrouted"), (ledger.Errors, "errors"),
        ];
        return string.Join(", ", breaches.Where(breach => breach.Count > 0).Select(breach => $"{breach.Count:N0} {breach.Name}"));
    }
}
