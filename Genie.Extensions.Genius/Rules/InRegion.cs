using Genie.Extensions.Genius.Regions;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Events in a region.</summary>
/// <param name="Region">The region.</param>
public sealed record InRegion(RegionCondition Region) : Condition;
