namespace Genie.Benchmarks.Load.Soak;

/// <summary>What changes where a row is long: the time line stays bounded, and resources are watched.</summary>
internal static class SoakRules
{
    /// <summary>Points that a time line has at most.</summary>
    public const int PointsMax = 512;

    /// <summary>Rows of less are over before anything could drift; watching them would only cost.</summary>
    public const double ShortestSeconds = 60;

    /// <summary>Whole seconds that one point of a row's time line covers.</summary>
    public static int SecondsPerPoint(TimeSpan duration) => Math.Max(1, (int)Math.Ceiling(duration.TotalSeconds / PointsMax));

    /// <summary>True if memory and handles are watched.</summary>
    public static bool WatchesResources(TimeSpan duration) => duration.TotalSeconds >= ShortestSeconds;
}
