namespace Genie.Geocoding.Maps.Info;

/// <summary>The box around a layer, in degrees.</summary>
public readonly record struct MapExtent(double West, double South, double East, double North)
{
    /// <summary>The box around nothing; anything included makes it that.</summary>
    public static MapExtent Nothing { get; } = new(double.PositiveInfinity, double.PositiveInfinity, double.NegativeInfinity, double.NegativeInfinity);

    /// <summary>True if there is nothing in it.</summary>
    public bool IsNothing => West > East;

    /// <summary>The box around this one and another.</summary>
    public MapExtent With(MapExtent other) =>
        new(Math.Min(West, other.West), Math.Min(South, other.South), Math.Max(East, other.East), Math.Max(North, other.North));
}
