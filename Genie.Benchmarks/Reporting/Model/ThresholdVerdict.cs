namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Whether a row held a threshold.</summary>
/// <param name="Condition">What had to hold: <c>p99 &lt; 20ms and lost == 0</c>.</param>
/// <param name="Held">True if all of it did.</param>
/// <param name="Breaches">What did not, with its figure: <c>p99 21.5 ms, wanted p99 &lt; 20ms</c>; empty if all did.</param>
public sealed record ThresholdVerdict(string Condition, bool Held, IReadOnlyList<string> Breaches);
