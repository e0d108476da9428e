using System.Diagnostics;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.EventStore;
using Genie.EventStore;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>A square of zones around latitude 0, longitude 0, the same in all processes. Points are in cells from the south-western corner.</summary>
internal sealed class ZoneFaultWorld
{
    /// <summary>Width and height of a zone, cells.</summary>
    public const int ZoneCells = 8;

    private const double HalfCell = 0.5;

    private static readonly CellGrid Cells = new(CellGrid.MaxDepth);

    private readonly int _sideZones;
    private readonly string _name;

    /// <summary>A world.</summary>
    /// <param name="sideZones">Zones from west to east, and from south to north.</param>
    /// <param name="name">Of its streams in the store.</param>
    public ZoneFaultWorld(int sideZones, string name)
    {
        (_sideZones, _name) = (sideZones, name);
        Layout = new ZoneLayout(Cells, Enumerable.Range(0, sideZones * sideZones).ToDictionary(static zone => zone, CellsOf));
    }

    /// <summary>Its zones.</summary>
    public ZoneLayout Layout { get; }

    /// <summary>Its width and height, cells.</summary>
    public int SideCells => _sideZones * ZoneCells;

    /// <summary>Clients hold links to the zones so near, metres.</summary>
    public static double SightMetres => 2 * CellMetres;

    /// <summary>See <see cref="ZoneServerOptions.HandoverMarginMetres"/>.</summary>
    public static double MarginMetres => CellMetres / 4;

    private static double CellMetres => new MapPosition(0, 0).DistanceMetresTo(new MapPosition(0, Cells.CellDegrees));

    /// <summary>Ticks of the machine's monotonic clock, which all of its processes have in common.</summary>
    public static long Now => Stopwatch.GetTimestamp();

    /// <summary>Its owners.</summary>
    public EventStoreZoneDirectory OpenDirectory(IEventStore events) => new(events, Layout, stream: $"zones-{_name}");

    /// <summary>Its entities.</summary>
    public EventStoreEntityStore OpenEntities(IEventStore events) => new(events, $"entity-{_name}");

    /// <summary>Where a point is on the map.</summary>
    public MapPosition PositionOf(double x, double y) => new((y - (SideCells / 2)) * Cells.CellDegrees, (x - (SideCells / 2)) * Cells.CellDegrees);

    private IEnumerable<int> CellsOf(int zone)
    {
        var (x, y) = (zone % _sideZones * ZoneCells, zone / _sideZones * ZoneCells);
        return Cells.CellsBetween(PositionOf(x + HalfCell, y + HalfCell), PositionOf(x + ZoneCells - HalfCell, y + ZoneCells - HalfCell));
    }
}
