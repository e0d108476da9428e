namespace Genie.Benchmarks.Measurement;

/// <summary>
/// The audit of a closed loop: what is in flight = throughput x mean latency (J. Little, 1961). A row that breaks it
/// counted or timed something wrongly, or kept its senders idle.
/// </summary>
internal static class LittlesLaw
{
    /// <summary>How far the product may be from what was asked to be in flight.</summary>
    public const double Tolerance = 0.10;

    /// <summary>Requests in flight on average, according to the row's own figures.</summary>
    public static double InFlight(double requestsPerSecond, double meanMicroseconds) => requestsPerSecond * meanMicroseconds / 1e6;

    /// <summary>What is wrong, or null if the law holds within <see cref="Tolerance"/>.</summary>
    /// <param name="requestsPerSecond">The row's throughput.</param>
    /// <param name="meanMicroseconds">Its mean latency.</param>
    /// <param name="connections">Connections used.</param>
    /// <param name="inFlight">Requests kept in flight on each.</param>
    public static string? Violation(double requestsPerSecond, double meanMicroseconds, int connections, int inFlight)
    {
        var asked = (double)connections * inFlight;
        var measured = InFlight(requestsPerSecond, meanMicroseconds);
        return Math.Abs(measured - asked) <= asked * Tolerance
            ? null
            : FormattableString.Invariant($"breaks Little's law: {requestsPerSecond:0}/s x {meanMicroseconds:0.0} us = {measured:0.00} in flight, not {asked:0}");
    }
}
