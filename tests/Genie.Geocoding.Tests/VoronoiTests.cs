using Genie.Geocoding.Maps;
using NetTopologySuite.Geometries;
using NetTopologySuite.Triangulate;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>Random partitions: every place within belongs to exactly one cell, and to the one that a plain search and NetTopologySuite find.</summary>
public sealed class VoronoiTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(5, -180, -90, 180, 90)] // The whole Earth, poles and antimeridian included.
    [InlineData(300, -180, -90, 180, 90)]
    [InlineData(400, -100, 40, -60, 60)]
    [InlineData(400, 10, 10, 10.5, 10.25)] // All within one root cell.
    [InlineData(300, 0, 0, 2.8125, 2.8125)] // Just one root cell, corner to corner.
    [InlineData(200, 179, -90, 180, -89)] // A corner of the world.
    public void A_random_partition_is_answered_as_by_a_plain_search(int sites, double west, double south, double east, double north)
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var layer = Partition(random, sites, new Envelope(west, east, south, north));
        var (search, index) = (new PlainSearch(layer), BuiltIn.Index(layer));
        var inside = Enumerable.Range(0, 4000).Select(_ => (X: west + (random.NextDouble() * (east - west)), Y: south + (random.NextDouble() * (north - south))));
        foreach (var (x, y) in inside.Concat(HardPoints.Of(layer, 4000, seed)))
        {
            if (x < west || x >= east || y < south || y >= north) continue;
            var owner = Assert.Single(search.FindAll(x, y));
            Assert.True(owner.Code == index.AreaAt(new GeoPoint(y, x))?.Code, $"({y:R}, {x:R}) belongs to {owner.Code}");
        }
    }

    [Fact]
    public void NetTopologySuite_finds_the_same_cells()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var layer = Partition(random, 500, new Envelope(-30, 30, -30, 30));
        var index = BuiltIn.Index(layer);
        var polygons = layer.Areas.ToDictionary(area => area.Code, area => ToGeometry(area.Polygons[0]));
        var borders = 0;
        for (var i = 0; i < 3000; i++)
        {
            var (x, y) = ((random.NextDouble() * 60) - 30, (random.NextDouble() * 60) - 30);
            var point = new Point(x, y);
            var covering = polygons.Where(polygon => polygon.Value.EnvelopeInternal.Contains(x, y) && polygon.Value.Covers(point)).Select(polygon => polygon.Key).ToArray();
            if (covering.Length > 1) borders++;
            Assert.Contains(index.AreaAt(new GeoPoint(y, x))?.Code, covering);
        }

        Assert.True(borders < 3);
    }

    private static Polygon ToGeometry(MapPolygon polygon) =>
        new(new LinearRing([.. Enumerable.Range(0, polygon.Rings[0].Length / 2).Select(i => new Coordinate(polygon.Rings[0][2 * i], polygon.Rings[0][(2 * i) + 1]))]));

    private static MapLayer Partition(Random random, int sites, Envelope box)
    {
        var builder = new VoronoiDiagramBuilder { ClipEnvelope = box };
        builder.SetSites([.. Enumerable.Range(0, sites).Select(_ => new Coordinate(box.MinX + (random.NextDouble() * box.Width), box.MinY + (random.NextDouble() * box.Height)))]);

        // Clipping computes the places where a border leaves the box anew for each neighbour; snapped to a coarse grid, both
        // come to the same double, which is what makes the cells a partition.
        double Snap(double value, double from, double size) => from + (Math.Round((value - from) / size * (1 << 20)) / (1 << 20) * size);
        var areas = builder.GetDiagram(GeometryFactory.Default).Geometries.Select((cell, i) => new MapArea(
            $"{i:0000}",
            $"cell {i}",
            [],
            [new MapPolygon([[.. ((Polygon)cell).ExteriorRing.Coordinates.SelectMany(c => new[] { Snap(c.X, box.MinX, box.Width), Snap(c.Y, box.MinY, box.Height) })]])]));
        return new MapLayer("cell", [.. areas]);
    }
}
