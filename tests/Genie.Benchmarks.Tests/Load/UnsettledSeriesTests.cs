using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load;

public sealed class UnsettledSeriesTests
{
    [Fact]
    public void Repetitions_that_compiled_too_long_are_marked_all()
    {
        var compiled = 1000.0 * Environment.ProcessorCount;
        var rows = UnsettledSeries.Mark([Row(1, 100), Row(2, 101) with { WorkerProcess = new ProcessFigures { CompileMilliseconds = 0.12 * compiled } }, Row(3, 99) with { ClientProcess = new ProcessFigures { CompileMilliseconds = 0.06 * compiled } }]);
        Assert.All(rows, row => Assert.Equal("not settled: the runtime compiled for 6 % of the processors' time", Assert.Single(row.Marks).Text));
        Assert.All(rows, row => Assert.False(RowAudit.MakesInvalid(row.Marks[0])));
        Assert.Empty(UnsettledSeries.Mark([Row(1, 100) with { ClientProcess = new ProcessFigures { CompileMilliseconds = 0.04 * compiled } }])[0].Marks);
    }

    [Theory]
    [InlineData(true, 100, 103, 106, 109, 112, 115)]
    [InlineData(false, 100, 101, 102, 103, 104, 105)]
    [InlineData(false, 100, 103, 109, 106, 112, 115)]
    [InlineData(false, 115, 112, 109, 106, 103, 100)]
    [InlineData(false, 100, 150, 200)]
    public void So_are_those_of_which_each_was_faster_than_the_one_before(bool expected, params int[] perSecond)
    {
        var rows = UnsettledSeries.Mark([.. perSecond.Select((value, i) => Row(i + 1, value))]);
        Assert.Equal(expected, rows.All(row => row.Marks.Any(mark => mark.Kind == RowMarkKinds.NotSettled)));
    }

    private static RunRow Row(int repetition, double perSecond) => new()
    {
        Broker = "nats",
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Repetition = repetition,
        Requests = 10,
        DurationSeconds = 1,
        ThroughputPerSecond = perSecond,
    };
}
