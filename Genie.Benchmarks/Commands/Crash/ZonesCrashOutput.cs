using System.Globalization;
using System.Text.Json;
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
        $"{round.Number}: {round.Fault}: {round.Zones} zones, {round.Entities} entities; taken over after {Milliseconds(round.Median)} (p50), {Milliseconds(round.Longest)} (max); {round.WalkedOn} had walked on"));

    /// <summary>All of them.</summary>
    public void End(ZoneFaultPlan plan, ZoneFaultResult result)
    {
        if (asJson)
        {
            output.WriteLine(JsonSerializer.Serialize(ToJson(plan, result), Json));
            return;
        }

        output.WriteLine();
        output.WriteLine(FormattableString.Invariant($"messages     {result.Said:N0}: {result.Lost:N0} lost, {result.Doubled:N0} handled twice or out of order; {result.Resent:N0} sent again, {result.Attachments:N0} attachments"));
        output.WriteLine(FormattableString.Invariant($"zones        {result.ZonesWithTwoOwners} with two owners at once"));
        if (result.Ended > 0) output.WriteLine(FormattableString.Invariant($"servers      {result.Ended} ended by themselves"));
        foreach (var error in result.Errors.OrderByDescending(static error => error.Value).Take(ErrorsShown)) output.WriteLine(FormattableString.Invariant($"servers saw  {error.Value} x {error.Key}"));
        output.WriteLine(FormattableString.Invariant($"takeover     {Milliseconds(ZoneFaultRound.MedianOf(result.Takeovers))} (p50), {Milliseconds(Longest(result))} (max); {limit.TotalSeconds:0.###} s: {(IsMet(result) ? "met" : "not met")}"));
        output.WriteLine($"verdict      {Verdict(result)}");
    }

    /// <summary>Whether all takeovers were within the limit.</summary>
    public bool IsMet(ZoneFaultResult result) => result.IsWithin(limit);

    private static string Verdict(ZoneFaultResult result) => result.Held ? "held" : "broken";

    private static TimeSpan? Longest(ZoneFaultResult result) => result.Takeovers.Count > 0 ? result.Takeovers[^1] : null;

    private static string Milliseconds(TimeSpan? time) => time is { } some ? string.Create(CultureInfo.InvariantCulture, $"{some.TotalMilliseconds:N0} ms") : "-";

    private object ToJson(ZoneFaultPlan plan, ZoneFaultResult result) => new
    {
        plan.Servers,
        plan.Clients,
        plan.Seed,
        Rounds = result.Rounds.Select(static round => new { round.Fault, round.Zones, round.Entities, round.WalkedOn, TakeoverP50Ms = round.Median?.TotalMilliseconds, TakeoverMaxMs = round.Longest?.TotalMilliseconds }),
        Messages = new { Sent = result.Said, result.Lost, Double = result.Doubled, result.Resent },
        result.Attachments,
        result.ZonesWithTwoOwners,
        ServersEnded = result.Ended,
        result.Errors,
        Takeover = new { P50Ms = ZoneFaultRound.MedianOf(result.Takeovers)?.TotalMilliseconds, MaxMs = Longest(result)?.TotalMilliseconds, LimitS = limit.TotalSeconds, Met = IsMet(result) },
        Verdict = Verdict(result),
    };

    private void Say(string line)
    {
        if (!asJson) output.WriteLine(line);
    }
}
