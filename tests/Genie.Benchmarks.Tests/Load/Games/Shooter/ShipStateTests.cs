using Genie.Benchmarks.Load.Games.Shooter;

namespace Genie.Benchmarks.Tests.Load.Games.Shooter;

public sealed class ShipStateTests
{
    [Fact]
    public void Messages_count_once_each_and_in_order()
    {
        var state = ShipState.New.Fire(1).Fire(2).TakeHit(1);
        Assert.Equal(new ShipState(Shots: 2, Hits: 1, Destroyed: 0, Disorder: 0, ShipState.FullHealth - 1), state);
        Assert.Equal(state, ShipState.Of(ShooterPackets.ToBytes(state)));
    }

    [Theory]
    [InlineData(2u, 2u)]
    [InlineData(2u, 4u)]
    [InlineData(2u, 1u)]
    public void One_that_is_doubled_missing_or_late_is_disorder(uint before, uint next) =>
        Assert.Equal(1u, ShipState.New.Fire(1).Fire(before).Fire(next).Disorder);

    [Fact]
    public void The_last_hit_that_a_ship_takes_destroys_it()
    {
        var state = ShipState.New;
        for (var hit = 1u; hit < ShipState.FullHealth; hit++) state = state.TakeHit(hit);
        Assert.Equal((1, 0u), (state.Health, state.Destroyed));
        state = state.TakeHit(ShipState.FullHealth);
        Assert.Equal((ShipState.FullHealth, 1u, 0u), (state.Health, state.Destroyed, state.Disorder));
    }

    [Fact]
    public void A_ship_that_was_told_twice_notes_disorder()
    {
        var log = default(ShipLog).Destroy(1).Destroy(2);
        Assert.Equal(0u, log.Disorder);
        Assert.Equal(1u, log.Destroy(2).Disorder);
    }
}
