using System.Globalization;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>The results as a Markdown table.</summary>
internal static class RampTable
{
    /// <summary>What was measured, and the table's head.</summary>
    public static string Header(RampPlan plan) => string.Create(CultureInfo.InvariantCulture, $"""
        Up to {plan.Users} users over {RampPlan.Stages} stages of {plan.Stage.TotalSeconds:0} s, {plan.Pause.TotalMilliseconds:0} ms between a user's calls; a call waits and computes {plan.Request} ms; 5 threads a worker{(plan.KillEvery is { } kill ? $"; a worker is killed every {kill.TotalSeconds:0} s" : "")}{(plan.IsReplaced ? "; the relays' workers are replaced in the middle" : "")}. {Retries(plan)}

        | | total requests | success rate | error rate | p50 | p95 | kills | first error |
        |---|---:|---:|---:|---:|---:|---:|---|
        """);

    // Only the relays try again, so that a reader must know when they may.
    private static string Retries(RampPlan plan) => plan.IsIdempotent
        ? "The method is named as idempotent to the relays (--idempotent): a call whose worker dies is tried on another."
        : "The relays try no call again that a worker has begun (their default).";

    /// <summary>A row.</summary>
    public static string Row(string name, RampResult result)
    {
        var errors = result.Calls == 0 ? 1 : result.Errors / (double)result.Calls;
        return string.Create(CultureInfo.InvariantCulture,
            $"| {name} | {result.Calls:N0} | {1 - errors:0.00%} | {errors:0.00%} | {result.P50.TotalMilliseconds:0.00} ms | {result.P95.TotalMilliseconds:0.00} ms | {result.Kills} | {result.FirstError.Replace('|', '/')} |");
    }
}
