namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>Four zones that meet at latitude 0, longitude 0: south-west, south-east, north-west and north-east, each some 24 km wide.</summary>
internal static class FourZones
{
    public static readonly MapPosition Corner = new(0.0001, 0.0001);

    public static readonly MapPosition SouthWest = new(-0.1, -0.1);

    public static readonly MapPosition SouthEast = new(-0.1, 0.1);

    public static readonly MapPosition NorthWest = new(0.1, -0.1);

    public static readonly MapPosition NorthEast = new(0.1, 0.1);

    public static ZoneLayout Layout { get; } = Make();

    private static ZoneLayout Make()
    {
        const double Nearest = 0.001;
        const double Farthest = 0.215;
        var grid = new CellGrid(CellGrid.MaxDepth);
        return new ZoneLayout(grid, new Dictionary<int, IEnumerable<int>>
        {
            [0] = grid.CellsBetween(new(-Farthest, -Farthest), new(-Nearest, -Nearest)),
            [1] = grid.CellsBetween(new(-Farthest, Nearest), new(-Nearest, Farthest)),
            [2] = grid.CellsBetween(new(Nearest, -Farthest), new(Farthest, -Nearest)),
            [3] = grid.CellsBetween(new(Nearest, Nearest), new(Farthest, Farthest)),
        });
    }
}
