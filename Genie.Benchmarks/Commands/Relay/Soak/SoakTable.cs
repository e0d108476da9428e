using System.Globalization;
using System.Text;
using Genie.Benchmarks.Load.Soak;

namespace Genie.Benchmarks.Commands.Relay.Soak;

/// <summary>The result as Markdown.</summary>
internal static class SoakTable
{
    private static readonly double[] Shares = [0, 1.0 / 6, 0.5, 1];

    /// <summary>What was measured, memory at a few times with its slope, and how calls ended.</summary>
    public static string Write(SoakPlan plan, MemoryCurve memory, SoakLoad load)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"\n{plan.CallsPerSecond} calls a second and {plan.Streams} two-way streams for {plan.Duration.TotalMinutes:0.#} min{(plan.KillEvery is { } kill ? $", a worker killed every {kill.TotalSeconds:0} s" : "")}: {load.Calls:N0} calls and {load.Messages:N0} messages on streams.\n\n");
        text.Append("| after | resident |\n|---:|---:|\n");
        foreach (var share in Shares) text.Append(CultureInfo.InvariantCulture, $"| {(plan.Duration * share).TotalMinutes:0.#} min | {memory.BytesAt(plan.Duration * share) / 1048576.0:0.0} MiB |\n");
        text.Append(CultureInfo.InvariantCulture, $"| most | {memory.Samples.Max(sample => sample.Bytes) / 1048576.0:0.0} MiB |\n");
        foreach (var share in Shares[1..3])
        {
            if (memory.BytesPerHour(plan.Duration * share) is { } slope) text.Append(CultureInfo.InvariantCulture, $"| slope from {(plan.Duration * share).TotalMinutes:0.#} min on | {slope / 1048576.0:+0.0;-0.0} MiB an hour |\n");
        }

        text.Append("\n| calls | status | |\n|---:|---|---|\n");
        foreach (var (end, count) in load.Ends.OrderByDescending(end => end.Value)) text.Append(CultureInfo.InvariantCulture, $"| {count:N0} | {end.Status} | {end.Kind} |\n");
        foreach (var error in load.Unexpected) text.Append(CultureInfo.InvariantCulture, $"\n{error}");
        return text.ToString();
    }
}
