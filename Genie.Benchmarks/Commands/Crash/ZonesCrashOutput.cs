using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Load.Faults;
using Genie.Benchmarks.Load.Zones;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary>What faults of zone servers showed: lines for people, or one JSON object.</summary>
/// <param name="limit">How long a takeover may last.</param>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class ZonesCrashOutput(TimeSpan limit, TextWriter output, bool asJson)
{
    /// <summary>What the library promises.</summary>
    public const double PromisedSeconds = 3;

    private const int ErrorsShown = 5;

    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>What will happen.</summary>
    public void Begin(ZoneFaultPlan plan) =>
        Say(FormattableString.Invariant($"{plan.Servers} servers, {plan.Clients} clients, {plan.Rounds} faults, seed {plan.Seed}"));

    /// <summary>A round as it ends.</summary>
    public void Add(ZoneFaultRound round) => Say(FormattableString.Invariant(
        $"{round.Number}: {FaultOrder.Name(round.Fault)}: {round.Zones} zones, owned after {Both(round.Owned)}; {round.Entities} entities, {Served(round)}; longest gap {Milliseconds(round.LongestGap)}"));

    /// <summary>All of them.</summary>
    public void End(ZoneFaultPlan plan, ZoneFaultResult result)
    {
        if (asJson)
        {
            output.WriteLine(JsonSerializer.Serialize(ToJson(plan, result), Json));
            return;
        }

        output.WriteLine();
        foreach (var kind in result.Summaries)
            output.WriteLine(FormattableString.Invariant($"{FaultOrder.Name(kind.Fault),-12} {kind.Rounds.Count} x: zones owned after {Both(kind.Owned)}; {(kind.Takeovers.Count > 0 ? $"entities served by others after {Both(kind.Takeovers)}; " : "")}longest gap {Milliseconds(kind.LongestGap)}; {kind.Lost:N0} lost, {kind.Doubled:N0} twice"));
        output.WriteLine();
        output.WriteLine(FormattableString.Invariant($"messages     {result.Said:N0}: {result.Lost:N0} lost, {result.Doubled:N0} handled twice or out of order; {result.Resent:N0} sent again, {result.Attachments:N0} attachments"));
        output.WriteLine(FormattableString.Invariant($"zones        {result.ZonesWithTwoOwners} with two owners at once"));
        if (result.Ended > 0) output.WriteLine(FormattableString.Invariant($"servers      {result.Ended} ended by themselves"));
        foreach (var error in result.Errors.OrderByDescending(static error => error.Value).Take(ErrorsShown)) output.WriteLine(FormattableString.Invariant($"servers saw  {error.Value} x {error.Key}"));
        output.WriteLine(FormattableString.Invariant($"takeover     {Both(result.Takeovers)}; {limit.TotalSeconds:0.###} s: {(IsMet(result) ? "met" : "not met")}"));
        output.WriteLine($"verdict      {Verdict(result)}");
    }

    /// <summary>Whether all takeovers were within the limit.</summary>
    public bool IsMet(ZoneFaultResult result) => result.IsWithin(limit);

    private static string Verdict(ZoneFaultResult result) => result.Held ? "held" : "broken";

    private static string Served(ZoneFaultRound round) => round.Fault == ZoneFault.Add
        ? "served by the added server"
        : FormattableString.Invariant($"served by others after {Both(round.Takeovers)}, {round.WalkedOn} of them elsewhere");

    private static string Both(IReadOnlyList<TimeSpan> times) => $"{Milliseconds(ZoneFaultRound.MedianOf(times))} (p50), {Milliseconds(ZoneFaultRound.LongestOf(times))} (max)";

    private static object Times(IReadOnlyList<TimeSpan> times) => new { P50Ms = ZoneFaultRound.MedianOf(times)?.TotalMilliseconds, MaxMs = ZoneFaultRound.LongestOf(times)?.TotalMilliseconds };

    private static string Milliseconds(TimeSpan? time) => time is { } some ? string.Create(CultureInfo.InvariantCulture, $"{some.TotalMilliseconds:N0} ms") : "-";

    private object ToJson(ZoneFaultPlan plan, ZoneFaultResult result) => new
    {
        plan.Servers,
        plan.Clients,
        plan.Seed,
        Rounds = result.Rounds.Select(static round => new
        {
            Fault = FaultOrder.Name(round.Fault),
            round.Zones,
            Owned = Times(round.Owned),
            round.Entities,
            round.WalkedOn,
            TakeoverP50Ms = ZoneFaultRound.MedianOf(round.Takeovers)?.TotalMilliseconds,
            TakeoverMaxMs = ZoneFaultRound.LongestOf(round.Takeovers)?.TotalMilliseconds,
            LongestGapMs = round.LongestGap.TotalMilliseconds,
        }),
        Faults = result.Summaries.Select(static kind => new
        {
            Fault = FaultOrder.Name(kind.Fault),
            Rounds = kind.Rounds.Count,
            Owned = Times(kind.Owned),
            Takeover = Times(kind.Takeovers),
            LongestGapMs = kind.LongestGap.TotalMilliseconds,
            kind.Lost,
            Double = kind.Doubled,
        }),
        Messages = new { Sent = result.Said, result.Lost, Double = result.Doubled, result.Resent },
        result.Attachments,
        result.ZonesWithTwoOwners,
        ServersEnded = result.Ended,
        result.Errors,
        Takeover = new { P50Ms = ZoneFaultRound.MedianOf(result.Takeovers)?.TotalMilliseconds, MaxMs = ZoneFaultRound.LongestOf(result.Takeovers)?.TotalMilliseconds, LimitS = limit.TotalSeconds, Met = IsMet(result) },
        Verdict = Verdict(result),
    };

    private void Say(string line)
    {
        if (!asJson) output.WriteLine(line);
    }
}
