namespace Genie.Benchmarks.Load.Pacing;

/// <summary>A stretch of an open loop whose rate is constant or changes evenly.</summary>
/// <param name="From">Requests a second at its begin.</param>
/// <param name="To">At its end.</param>
/// <param name="Seconds">How long it lasts; null for as long as the row.</param>
internal readonly record struct RateStage(double From, double To, double? Seconds)
{
    /// <summary>Requests a second, in the mean.</summary>
    public double MeanPerSecond => (From + To) / 2;

    /// <summary>Requests in it; it must have a length.</summary>
    public double Requests => MeanPerSecond * Seconds!.Value;

    /// <summary>When the request of a number is due, in seconds from its begin.</summary>
    /// <param name="number">Requests of this stage before it.</param>
    public double SecondsOf(double number)
    {
        if (number <= 0) return 0;
        if (From == To) return number / From;

        // The requests by the time t are From t + slope t^2 / 2; this form of the root does not cancel.
        var slope = (To - From) / Seconds!.Value;
        return 2 * number / (From + Math.Sqrt(Math.Max(0, (From * From) + (2 * slope * number))));
    }
}
