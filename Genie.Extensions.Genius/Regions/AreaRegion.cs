namespace Genie.Extensions.Genius.Regions;

/// <summary>A named area, as the geocoder finds it: the border is the map's.</summary>
/// <param name="Layer">Which kind of area.</param>
/// <param name="Code">Its code in that layer; upper and lower case differ.</param>
public sealed record AreaRegion(AreaLayer Layer, string Code) : RegionCondition;
