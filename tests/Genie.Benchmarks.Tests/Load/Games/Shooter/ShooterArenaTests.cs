using Genie.Benchmarks.Load.Games.Shooter;

namespace Genie.Benchmarks.Tests.Load.Games.Shooter;

public sealed class ShooterArenaTests
{
    [Fact]
    public void Every_point_of_it_is_in_the_zone_of_its_quarter()
    {
        for (var x = 0.25; x < ShooterArena.SideCells; x += 0.5)
        {
            for (var y = 0.25; y < ShooterArena.SideCells; y += 0.5)
            {
                var quarter = (x < ShooterArena.SideCells / 2 ? 0 : 1) + (y < ShooterArena.SideCells / 2 ? 0 : 2);
                Assert.Equal(quarter, ShooterArena.Layout.ZoneAt(ShooterArena.PositionOf(x, y)));
            }
        }
    }

    [Fact]
    public void Its_corners_are_in_it_and_seen_from_its_centre()
    {
        var (x, y) = ShooterArena.Centre;
        foreach (var (cornerX, cornerY) in new[] { (0, 0), (0, ShooterArena.SideCells), (ShooterArena.SideCells, 0), (ShooterArena.SideCells, ShooterArena.SideCells) })
        {
            var corner = ShooterArena.PositionOf(ShooterArena.Clamp(cornerX), ShooterArena.Clamp(cornerY));
            Assert.NotNull(ShooterArena.Layout.ZoneAt(corner));
            Assert.InRange(ShooterArena.PositionOf(x, y).DistanceMetresTo(corner), 0, ShooterArena.WholeMetres);
        }
    }

    [Fact]
    public void Points_and_positions_are_the_same_places()
    {
        var (x, y) = ShooterArena.PointOf(ShooterArena.PositionOf(3.25, 38.5));
        Assert.Equal((3.25, 38.5), (Math.Round(x, 9), Math.Round(y, 9)));
    }
}
