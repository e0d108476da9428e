namespace Genie.Relay.Configuration;

/// <summary>When a worker that answers badly gets no calls for a while (outlier ejection).</summary>
public sealed record EjectionOptions
{
    /// <summary>Calls in a row that the worker lost, left without an answer or answered with UNAVAILABLE; 0: never. Default 5.</summary>
    public int Failures { get; init; } = 5;

    /// <summary>How long the first time; the second time twice as long, and so on up to ten times. Default 10 s.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The most that may be out at once, in percent of the workers, at least one. The last that serves is never put out. Default 50.</summary>
    public int MaxPercent { get; init; } = 50;
}
