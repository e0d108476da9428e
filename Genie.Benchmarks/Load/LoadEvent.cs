using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>What a load process reports while it measures; the last one holds the rows.</summary>
internal sealed record LoadEvent
{
    /// <summary>What it is doing: <c>connecting</c>, <c>warm-up</c>, <c>measuring</c>, <c>draining</c>.</summary>
    public string Phase { get; set; } = "";

    /// <summary>Seconds since the phase began.</summary>
    public double ElapsedSeconds { get; set; }

    /// <summary>Requests a second since the last event.</summary>
    public double PerSecond { get; set; }

    /// <summary>What the row shows so far, now and then in a long one.</summary>
    public RunRow? Interim { get; set; }

    /// <summary>The finished rows, in the order measured; null until then.</summary>
    public IReadOnlyList<RunRow>? Rows { get; set; }
}
