namespace Genie.Benchmarks.Reporting.Model;

/// <summary>The highest rate that holds a condition, and how it was found.</summary>
public sealed record LimitFigures
{
    /// <summary>What had to hold: <c>p99 &lt; 5ms</c>.</summary>
    public string Condition { get; set; } = "";

    /// <summary>The highest rate that held, in requests a second; 0 if none did.</summary>
    public double HeldPerSecond { get; set; }

    /// <summary>The rates tried, in order.</summary>
    public IReadOnlyList<RateTry> Tries { get; set; } = [];
}
