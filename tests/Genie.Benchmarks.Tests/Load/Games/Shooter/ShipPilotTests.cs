using Genie.Benchmarks.Load.Games.Shooter;

namespace Genie.Benchmarks.Tests.Load.Games.Shooter;

public sealed class ShipPilotTests
{
    private static readonly TimeSpan Now = TimeSpan.FromSeconds(7);

    [Theory]
    [InlineData(3, -3, 0.2832)]
    [InlineData(-3, 3, -0.2832)]
    [InlineData(0, 1, 1)]
    public void A_ship_turns_the_shorter_way(double from, double to, double turn) => Assert.Equal(turn, ShipPilot.Turn(from, to), 4);

    [Fact]
    public void It_fires_at_what_is_before_it()
    {
        var (heading, isFiring) = new ShipPilot(3).Decide(10, 10, 0, [Still(14, 10)]);
        Assert.Equal((0, true), (heading, isFiring));
    }

    [Fact]
    public void It_aims_at_where_the_other_will_be()
    {
        var crossing = Still(13.5, 10) with { VelocityY = 2 };
        var (heading, _) = new ShipPilot(3).Decide(10, 10, 0, [crossing]);
        Assert.Equal(Math.Atan2(1, 3.5), heading, 6);
    }

    [Theory]
    [InlineData(7, 10)]
    [InlineData(16, 10)]
    public void What_is_behind_it_or_far_away_is_left_alone(double x, double y)
    {
        var alone = new ShipPilot(3).Decide(10, 10, 0, []);
        Assert.Equal(alone, new ShipPilot(3).Decide(10, 10, 0, [Still(x, y)]));
    }

    [Fact]
    public void A_shot_flies_straight_and_ends()
    {
        var shot = new Shot(10, 10, Math.PI / 2, Now);
        var (x, y) = shot.At(Now + TimeSpan.FromSeconds(0.5));
        Assert.Equal((10, 10 + (Shot.Speed / 2)), (Math.Round(x, 6), Math.Round(y, 6)));
        Assert.True(shot.IsUnderWay(Now));
        Assert.False(shot.IsUnderWay(Now + Shot.Life));
    }

    [Fact]
    public void A_ship_that_begins_anew_elsewhere_has_no_speed_for_it()
    {
        var later = Now + TimeSpan.FromSeconds(0.5);
        var seen = Still(10, 10).See(10.5, 10, later);
        Assert.Equal((1, 0), (seen.VelocityX, seen.VelocityY));
        Assert.Equal(0, seen.See(30, 30, later + TimeSpan.FromSeconds(0.5)).VelocityX);
    }

    private static SeenShip Still(double x, double y) => new(x, y, 0, 0, Now);
}
