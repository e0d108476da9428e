using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class HistogramLayoutTests
{
    [Fact]
    public void Every_cell_begins_right_after_the_one_before()
    {
        Assert.Equal(0, HistogramLayout.LowestOf(0));
        for (var i = 1; i < HistogramLayout.Cells; i++)
            Assert.Equal(HistogramLayout.HighestOf(i - 1) + 1, HistogramLayout.LowestOf(i));
    }

    [Fact]
    public void Both_ends_of_every_cell_are_counted_in_it()
    {
        for (var i = 0; i < HistogramLayout.Cells - 1; i++)
        {
            Assert.Equal(i, HistogramLayout.IndexOf(HistogramLayout.LowestOf(i)));
            Assert.Equal(i, HistogramLayout.IndexOf(HistogramLayout.HighestOf(i)));
        }
    }

    [Fact]
    public void No_cell_is_wider_than_a_thousandth_of_its_values()
    {
        for (var i = 0; i < HistogramLayout.Cells; i++)
        {
            var width = HistogramLayout.HighestOf(i) - HistogramLayout.LowestOf(i);
            Assert.True(width * 1000 <= HistogramLayout.LowestOf(i), $"cell {i} from {HistogramLayout.LowestOf(i)} is {width + 1} wide");
        }
    }

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(2047, 2047)]
    [InlineData(2048, 2048)]
    [InlineData(2049, 2048)]
    [InlineData(2050, 2049)]
    [InlineData(4095, 3071)]
    [InlineData(4096, 3072)]
    public void Cells_near_the_first_doubling(long nanoseconds, int cell) => Assert.Equal(cell, HistogramLayout.IndexOf(nanoseconds));

    [Fact]
    public void What_exceeds_a_minute_is_counted_in_the_last_cell()
    {
        Assert.Equal(HistogramLayout.Cells - 1, HistogramLayout.IndexOf(HistogramLayout.MaxNanoseconds));
        Assert.Equal(HistogramLayout.Cells - 1, HistogramLayout.IndexOf(long.MaxValue));
    }
}
