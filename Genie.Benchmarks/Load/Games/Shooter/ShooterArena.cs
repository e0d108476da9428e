using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>Where it is played: a square of cells around latitude 0, longitude 0, in four zones that meet there. Points are in cells from the south-western corner.</summary>
internal static class ShooterArena
{
    /// <summary>Its width and height, cells.</summary>
    public const int SideCells = 40;

    /// <summary>Its number of zones.</summary>
    public const int ZoneCount = 4;

    /// <summary>The most ships.</summary>
    public const int ShipsMax = 1_000;

    /// <summary>How far a ship sees, cells.</summary>
    public const double SightCells = 6;

    // A whole side from corner to corner is seen from the centre.
    private const double WholeCells = 30;
    private const int ZoneCells = SideCells / 2;
    private const double Inside = 0.01;

    private static readonly CellGrid Cells = new(CellGrid.MaxDepth);

    /// <summary>Its zones: 0 south-west, 1 south-east, 2 north-west, 3 north-east.</summary>
    public static ZoneLayout Layout { get; } = new(Cells, Enumerable.Range(0, ZoneCount).ToDictionary(static zone => zone, CellsOf));

    /// <summary>See <see cref="SightCells"/>, metres.</summary>
    public static double SightMetres { get; } = SightCells * CellMetres;

    /// <summary>From its centre to everywhere in it, metres.</summary>
    public static double WholeMetres { get; } = WholeCells * CellMetres;

    /// <summary>Its centre.</summary>
    public static (double X, double Y) Centre => (ZoneCells, ZoneCells);

    private static double CellMetres => new MapPosition(0, 0).DistanceMetresTo(new MapPosition(0, Cells.CellDegrees));

    /// <summary>Where a point is on the map.</summary>
    public static MapPosition PositionOf(double x, double y) => new((y - ZoneCells) * Cells.CellDegrees, (x - ZoneCells) * Cells.CellDegrees);

    /// <summary>Which point is at a position of the map; the nearest one if that is outside.</summary>
    public static (double X, double Y) PointOf(MapPosition position) =>
        (Clamp((position.Longitude / Cells.CellDegrees) + ZoneCells), Clamp((position.Latitude / Cells.CellDegrees) + ZoneCells));

    /// <summary>The nearest coordinate that is inside.</summary>
    public static double Clamp(double coordinate) => Math.Clamp(coordinate, Inside, SideCells - Inside);

    private static IEnumerable<int> CellsOf(int zone)
    {
        const double HalfCell = 0.5;
        var (x, y) = (zone % 2 * ZoneCells, zone / 2 * ZoneCells);
        return Cells.CellsBetween(PositionOf(x + HalfCell, y + HalfCell), PositionOf(x + ZoneCells - HalfCell, y + ZoneCells - HalfCell));
    }
}
