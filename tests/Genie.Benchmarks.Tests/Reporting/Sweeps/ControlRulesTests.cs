using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;

namespace Genie.Benchmarks.Tests.Reporting.Sweeps;

public sealed class ControlRulesTests
{
    [Fact]
    public void A_control_that_varies_by_no_more_than_its_own_spread_raises_no_alarm_in_95_of_100_sweeps()
    {
        var alarms = Enumerable.Range(0, 200).Count(seed =>
        {
            var random = new Random(seed);
            return ControlRules.FindMoves([.. Enumerable.Range(1, 45).Select(round => new ControlReading(round, 20 * Spread(random), 8 * Spread(random)))]).Count > 0;
        });
        Assert.InRange(alarms, 0, 10);

        static double Spread(Random random) => 1 + (0.2 * random.NextDouble());
    }

    [Theory]
    [InlineData(31, 45, 1.4)]
    [InlineData(1, 12, 0.7)]
    [InlineData(16, 25, 2)]
    public void One_that_moved_is_told_with_its_rounds(int first, int last, double ratio)
    {
        var random = new Random(7);
        var moves = ControlRules.FindMoves([.. Enumerable.Range(1, 45).Select(round =>
            new ControlReading(round, 20 * (1 + (0.05 * random.NextDouble())) * (round >= first && round <= last ? ratio : 1), 8 * (1 + (0.05 * random.NextDouble()))))]);
        var move = Assert.Single(moves);
        Assert.Equal(("loopback", first, last), (move.Reference, move.FirstRound, move.LastRound));
        Assert.InRange(move.Ratio, ratio * 0.95, ratio * 1.05);
        Assert.Contains($"the control loopback took {move.Ratio.ToString("0.00", System.Globalization.CultureInfo.InvariantCulture)} times as long in rounds {first} to {last}", Assert.Single(ControlRules.Remarks(moves)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_move_that_is_sure_and_small_is_none()
    {
        var random = new Random(7);
        Assert.Empty(ControlRules.FindMoves([.. Enumerable.Range(1, 60).Select(round => new ControlReading(round, (round > 30 ? 20.6 : 20) + (0.01 * random.NextDouble()), null))]));
    }

    [Fact]
    public void What_could_not_be_measured_is_no_move()
    {
        Assert.Empty(ControlRules.FindMoves([]));
        Assert.Empty(ControlRules.FindMoves([.. Enumerable.Range(1, 20).Select(round => new ControlReading(round, null, null))]));
    }

    [Fact]
    public void Only_rows_of_its_rounds_are_marked_and_stay_valid()
    {
        var row = SampleResults.Create().Runs[2];
        var marked = ControlRules.Mark([row with { Round = 3 }, row with { Round = 4 }, row], [new ControlMove("none", 4, 6, 1.5)]);
        Assert.Equal([true, false, true], marked.Select(each => each.Ranked));
        Assert.All(marked, each => Assert.True(each.Valid));
        Assert.Equal("not compared: the control none took 1.50 times as long in rounds 4 to 6 as in most", marked[1].Marks.Single(mark => mark.Kind == RowMarkKinds.ControlMoved).Text);
    }
}
