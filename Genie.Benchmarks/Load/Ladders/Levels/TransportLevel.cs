using Genie.Benchmarks.Load.Ladders.Levels.Sides;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>A level of a transport: by what it is measured, or why there is none.</summary>
/// <param name="Kind">Which.</param>
/// <param name="On">The level that it stands on, to which it adds something; null for the lowest.</param>
/// <param name="Way">By what it is measured; null where there is none.</param>
/// <param name="WhyNone">Why there is none, or null.</param>
internal sealed record TransportLevel(LevelKind Kind, LevelKind? On, ILevelWay? Way, string? WhyNone = null)
{
    /// <summary>A level that the transport cannot have.</summary>
    public static TransportLevel None(LevelKind kind, string why) => new(kind, null, null, why);
}
