namespace Genie.Extensions.Genius.Regions;

/// <summary>A box of coordinates in degrees. Its longitudes may lie outside of -180 to 180, where it crosses the antimeridian.</summary>
internal readonly record struct GeoBox(double South, double North, double West, double East);
