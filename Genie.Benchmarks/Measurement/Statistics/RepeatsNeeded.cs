using MathNet.Numerics;

namespace Genie.Benchmarks.Measurement.Statistics;

/// <summary>How many repetitions a side a rank test needs before any outcome could show a difference.</summary>
internal static class RepeatsNeeded
{
    /// <summary>The least number for which all of B's values beyond all of A's would be rarer than <paramref name="risk"/> by chance.</summary>
    /// <param name="risk">The probability of a false alarm to one side that is accepted for one test.</param>
    public static int For(double risk)
    {
        var repeats = 1;
        while (!IsEnough(repeats, repeats, risk)) repeats++;
        return repeats;
    }

    /// <summary>True if these sizes can show a difference.</summary>
    public static bool IsEnough(int sizeA, int sizeB, double risk) =>
        sizeA > 0 && sizeB > 0 && 1 / SpecialFunctions.Binomial(sizeA + sizeB, sizeA) <= risk;
}
