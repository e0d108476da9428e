using Genie.Geocoding;
using Genie.Geocoding.Indexing;

namespace Genie.Datagrams.Zones;

/// <summary>
/// The map's cells: those of Genie.Geocoding's index, root cells of 2.8125 degrees that are cut into 4^depth. A cell is a number, row by row from
/// the south-western corner of the map at -90, -180.
/// </summary>
public sealed record CellGrid
{
    /// <summary>The finest grid: cells of 0.011 degrees, some 1.2 km at the equator.</summary>
    public const int MaxDepth = Grid.MaxDepth;

    private const double MetresADegree = Sphere.RadiusMetres * Math.PI / 180;

    // Nearer to a pole than this, degrees, a circle is taken to have all longitudes.
    private const double PoleDegrees = 0.01;

    /// <summary>A grid.</summary>
    /// <param name="depth">How often root cells are halved: 0 to <see cref="MaxDepth"/>.</param>
    public CellGrid(int depth)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(depth);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(depth, MaxDepth);
        (Depth, Columns, Rows) = (depth, Grid.RootColumns << depth, Grid.RootRows << depth);
    }

    /// <summary>How often root cells are halved.</summary>
    public int Depth { get; }

    /// <summary>Cells from -180 to 180 degrees.</summary>
    public int Columns { get; }

    /// <summary>Cells from -90 to 90 degrees.</summary>
    public int Rows { get; }

    /// <summary>A cell's width and height, degrees.</summary>
    public double CellDegrees => Grid.RootDegrees / (1 << Depth);

    /// <summary>The cell of a position. A border belongs to the cell north or east of it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The position is not on the map.</exception>
    public int CellAt(MapPosition position)
    {
        if (!position.IsOnMap) throw new ArgumentOutOfRangeException(nameof(position), position, "No such position: latitude is -90 to 90, longitude -180 to 180.");
        return (RowOf(position.Latitude) * Columns) + ColumnOf(position.Longitude);
    }

    /// <summary>The cells of a rectangle, corners included.</summary>
    /// <param name="southWest">Its corner in the south-west.</param>
    /// <param name="northEast">Its corner in the north-east; north of and not west of the other.</param>
    public IEnumerable<int> CellsBetween(MapPosition southWest, MapPosition northEast)
    {
        var (first, last) = (CellAt(southWest), CellAt(northEast));
        for (var row = first / Columns; row <= last / Columns; row++)
        {
            for (var column = first % Columns; column <= last % Columns; column++) yield return (row * Columns) + column;
        }
    }

    /// <summary>The cells that a circle touches, each with its distance: that from the circle's centre to the cell's nearest point.</summary>
    /// <param name="centre">The centre; must be on the map.</param>
    /// <param name="radiusMetres">The radius, metres on a sphere.</param>
    public IEnumerable<(int Cell, double DistanceMetres)> CellsWithin(MapPosition centre, double radiusMetres)
    {
        var home = CellAt(centre);
        var reach = radiusMetres / MetresADegree;
        var (south, north) = (Math.Max(-90, centre.Latitude - reach), Math.Min(90, centre.Latitude + reach));
        var (firstColumn, columns) = ColumnsAround(centre.Longitude, south, north, reach);
        for (var row = RowOf(south); row <= RowOf(north); row++)
        {
            for (var i = 0; i < columns; i++)
            {
                var cell = (row * Columns) + ((firstColumn + i + Columns) % Columns);
                var distance = cell == home ? 0 : DistanceMetres(centre, cell);
                if (distance <= radiusMetres) yield return (cell, distance);
            }
        }
    }

    /// <summary>How many cells <see cref="CellsWithin"/> looks at.</summary>
    internal long CountAround(MapPosition centre, double radiusMetres)
    {
        var reach = radiusMetres / MetresADegree;
        var (south, north) = (Math.Max(-90, centre.Latitude - reach), Math.Min(90, centre.Latitude + reach));
        return ColumnsAround(centre.Longitude, south, north, reach).Count * (RowOf(north) - RowOf(south) + 1L);
    }

    /// <summary>From a position to the nearest point of a cell, metres on a sphere; 0 within it.</summary>
    /// <param name="position">The position.</param>
    /// <param name="cell">The cell.</param>
    public double DistanceMetres(MapPosition position, int cell)
    {
        var south = (cell / Columns * CellDegrees) - 90;
        var middle = (((cell % Columns) + 0.5) * CellDegrees) - 180;
        var east = Math.IEEERemainder(position.Longitude - middle, 360);
        var nearestLongitude = middle + Math.Clamp(east, -CellDegrees / 2, CellDegrees / 2);
        var nearestLatitude = Math.Clamp(position.Latitude, south, south + CellDegrees);
        return Sphere.Metres(position.Latitude, position.Longitude, nearestLatitude, nearestLongitude);
    }

    private int RowOf(double latitude) => Math.Clamp((int)((latitude + 90) / CellDegrees), 0, Rows - 1);

    private int ColumnOf(double longitude) => longitude >= 180 ? 0 : Math.Clamp((int)((longitude + 180) / CellDegrees), 0, Columns - 1);

    /// <summary>Meridians come together towards the poles: a circle there covers more columns, at a pole all of them.</summary>
    private (int First, int Count) ColumnsAround(double longitude, double south, double north, double reach)
    {
        var steepest = Math.Max(Math.Abs(south), Math.Abs(north));
        if (steepest > 90 - PoleDegrees) return (0, Columns);
        var half = reach / Math.Cos(steepest * Math.PI / 180);
        var first = (int)Math.Floor((longitude - half + 180) / CellDegrees);
        var last = (int)Math.Floor((longitude + half + 180) / CellDegrees);
        return last - first + 1 >= Columns ? (0, Columns) : (first, last - first + 1);
    }
}
