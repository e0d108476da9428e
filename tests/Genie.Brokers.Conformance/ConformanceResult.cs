namespace Genie.Brokers.Conformance;

/// <summary>One check's end.</summary>
/// <param name="Check">Which.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="Detail">Why it failed or was not applicable; empty where it passed.</param>
/// <param name="Elapsed">How long it took.</param>
/// <param name="Error">What it failed with, or null.</param>
/// <param name="IsDeviation">True if it did not run, since the driver says that it does not keep it.</param>
public sealed record ConformanceResult(
    ConformanceCheck Check, ConformanceOutcome Outcome, string Detail, TimeSpan Elapsed, Exception? Error = null, bool IsDeviation = false);
