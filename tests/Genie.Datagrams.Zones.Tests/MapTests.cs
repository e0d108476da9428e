using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

public sealed class MapTests(ITestOutputHelper output)
{
    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Every_position_has_one_cell_at_no_distance()
    {
        var random = new Random(_seed);
        for (var depth = 0; depth <= CellGrid.MaxDepth; depth++)
        {
            var grid = new CellGrid(depth);
            for (var i = 0; i < 1_000; i++)
            {
                var position = Anywhere(random);
                Assert.Equal(0, grid.DistanceMetres(position, grid.CellAt(position)), 1e-3);
                Assert.InRange(grid.CellAt(position), 0, (grid.Columns * grid.Rows) - 1);
            }
        }
    }

    [Fact]
    public void A_circle_touches_just_the_cells_that_are_near_enough()
    {
        var random = new Random(_seed);
        var grid = new CellGrid(0);
        for (var i = 0; i < 60; i++)
        {
            var (centre, radius) = (i % 3 == 0 ? new MapPosition(90 - random.NextDouble(), 179.99) : Anywhere(random), random.NextDouble() * 2_000_000);
            var within = grid.CellsWithin(centre, radius).Select(one => one.Cell).ToHashSet();
            Assert.Equal(grid.CellsWithin(centre, radius).Count(), within.Count);
            for (var cell = 0; cell < grid.Columns * grid.Rows; cell++)
            {
                var distance = grid.DistanceMetres(centre, cell);
                Assert.True(Math.Abs(distance - radius) < 1 || within.Contains(cell) == (distance < radius), $"{centre}, {radius} m, cell {cell} at {distance} m; GENIE_SEED={_seed}");
            }
        }
    }

    [Fact]
    public void Both_sides_of_the_antimeridian_are_near_each_other()
    {
        var grid = new CellGrid(8);
        var layout = new ZoneLayout(grid, new Dictionary<int, IEnumerable<int>> { [1] = [grid.CellAt(new(0.001, 179.999))], [2] = [grid.CellAt(new(0.001, -179.999))] });
        Assert.Equal([1, 2], layout.ZonesWithin(new MapPosition(0.001, 179.999), 500).Select(one => one.Zone));
        Assert.Equal([2, 1], layout.ZonesWithin(new MapPosition(0.001, -179.999), 500).Select(one => one.Zone));
        Assert.Equal(2, layout.ZoneAt(new MapPosition(0.001, 180)));
    }

    [Fact]
    public void What_is_on_no_map_has_no_zone()
    {
        Assert.Null(FourZones.Layout.ZoneAt(new MapPosition(double.NaN, 0)));
        Assert.Null(FourZones.Layout.ZoneAt(new MapPosition(0, double.PositiveInfinity)));
        Assert.Null(FourZones.Layout.ZoneAt(new MapPosition(50, 50)));
        Assert.Empty(FourZones.Layout.ZonesWithin(new MapPosition(91, 0), 1_000_000));
        Assert.Throws<ArgumentOutOfRangeException>(() => FourZones.Layout.Grid.CellAt(new MapPosition(double.NaN, 0)));
    }

    [Fact]
    public void A_layout_that_makes_no_sense_says_what_is_wrong_with_it()
    {
        var grid = new CellGrid(0);
        Assert.Contains("belongs to zone 1 and to zone 2", Assert.Throws<ArgumentException>(() => Layout((1, 5), (2, 5))).Message, StringComparison.Ordinal);
        Assert.Contains("which the grid has not", Assert.Throws<ArgumentException>(() => Layout((1, 1 << 20))).Message, StringComparison.Ordinal);
        Assert.Contains("negative", Assert.Throws<ArgumentException>(() => Layout((-1, 5))).Message, StringComparison.Ordinal);
        Assert.Contains("no zone", Assert.Throws<ArgumentException>(() => Layout()).Message, StringComparison.Ordinal);

        ZoneLayout Layout(params (int Zone, int Cell)[] cells) => new(grid, cells.Select(one => KeyValuePair.Create(one.Zone, (IEnumerable<int>)[one.Cell])));
    }

    private static MapPosition Anywhere(Random random) => new((random.NextDouble() * 180) - 90, (random.NextDouble() * 360) - 180);
}
