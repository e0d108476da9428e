namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>Zones beside one another from west to east, a fifth of a degree each.</summary>
internal static class Stripes
{
    private const double Degrees = 0.2;
    private const double Nearest = 0.01;

    public static ZoneLayout Make(int zones)
    {
        var grid = new CellGrid(depth: 8);
        return new ZoneLayout(grid, Enumerable.Range(0, zones).ToDictionary(zone => zone, zone => grid.CellsBetween(
            new MapPosition(-Degrees / 2, (zone * Degrees) + Nearest), new MapPosition(Degrees / 2, ((zone + 1) * Degrees) - Nearest))));
    }

    /// <summary>The middle of a zone.</summary>
    public static MapPosition MiddleOf(int zone) => new(0, (zone + 0.5) * Degrees);
}
