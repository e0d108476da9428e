using System.Globalization;

namespace Genie.Benchmarks.Agents.Clocks;

/// <summary>Whether two machines' clocks are known well enough to tell how long messages took from the one to the other.</summary>
internal static class OneWayRule
{
    /// <summary>The uncertainty may be that share of the median.</summary>
    public const double ShareMax = 0.1;

    /// <summary>Why one-way times cannot be told; null if they can.</summary>
    /// <param name="uncertaintyMicroseconds">Of the sender's clock against the receiver's.</param>
    /// <param name="medianMicroseconds">The median of the one-way times, by these clocks.</param>
    public static string? WhyNot(double uncertaintyMicroseconds, double medianMicroseconds) => uncertaintyMicroseconds <= ShareMax * medianMicroseconds ? null : string.Create(
        CultureInfo.InvariantCulture,
        $"one-way times are left out: the clocks are known to {uncertaintyMicroseconds:0.#} us, which is over {ShareMax:0%} of the {medianMicroseconds:0.#} us in question");
}
