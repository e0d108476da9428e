namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>
/// How far two samples are apart, from -1 (every value of B is below every one of A) over 0 (they mix evenly) to 1
/// (N. Cliff, "Dominance statistics", 1993).
/// </summary>
internal static class CliffsDelta
{
    /// <summary>The figure of a test that has counted the pairs.</summary>
    public static double Of(MannWhitney test, int sizeA, int sizeB) => (2 * test.U / ((double)sizeA * sizeB)) - 1;

    /// <summary>The usual word (J. Romano and others, 2006).</summary>
    public static string Word(double delta) => Math.Abs(delta) switch
    {
        < 0.147 => "negligible",
        < 0.33 => "small",
        < 0.474 => "medium",
        _ => "large",
    };
}
