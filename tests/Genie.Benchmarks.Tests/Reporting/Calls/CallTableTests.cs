using Genie.Benchmarks.Load.Calls;
using Genie.Benchmarks.Reporting.Calls;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Reporting.Calls;

public sealed class CallTableTests
{
    private static readonly CallNetwork Lossy = CallNetwork.Remote(0.03);

    [Fact]
    public void Where_nothing_is_asked_every_cell_that_QuicRpc_publishes_is_measured()
    {
        var plan = new CallTablePlan { Systems = CallSystem.All, LossShares = [0, 0.01, 0.03], Repetitions = 1 };
        var cells = plan.Networks().SelectMany(network => plan.CellsOf(network).Select(batch => Cell(network, batch, []))).ToList();
        Assert.Equal(8 + (3 * 5), cells.Count);
        Assert.Equal(20, cells.Count(cell => QuicRpcFigures.RatioOf(cell, CallSystem.Http2) is not null));
        Assert.Equal((2.57, 2.44), (QuicRpcFigures.RatioOf(cells[^1], CallSystem.Http2), QuicRpcFigures.RatioOf(cells[^1], CallSystem.Http3)));
    }

    [Fact]
    public void Figures_of_a_call_are_those_of_the_median_batch_by_its_calls()
    {
        var cell = Cell(CallNetwork.Loopback, new CallBatch(1000, 8), [(CallSystem.Quic, [Turn(40_000), Turn(20_000), Turn(30_000)], null), (CallSystem.Http2, [Turn(60_000)], null)]);
        var ours = cell.RowOf(CallSystem.Quic)!;
        Assert.Equal((30, 20, 40), (ours.BatchMilliseconds.Median, ours.BatchMilliseconds.Low, ours.BatchMilliseconds.High));
        Assert.Equal((30, 0.5, 0.25), (ours.MicrosecondsPerCall.Median, ours.ClientAllocatedBytesPerCall.Median, ours.ServerAllocatedBytesPerCall.Median));
        Assert.Equal(2, cell.RatioOf(CallSystem.Http2));
    }

    [Theory]
    [InlineData(2.57, true)]
    [InlineData(2.56, false)]
    public void A_ratio_below_QuicRpcs_is_a_target_missed(double ratio, bool isHeld)
    {
        var cell = Cell(Lossy, new CallBatch(500, 128), [(CallSystem.Quic, [Turn(100_000)], null), (CallSystem.Http2, [Turn(100_000 * ratio)], null)]);
        var target = Assert.Single(CallTargets.Judge([cell], cores: 2));
        Assert.Equal(isHeld, target.Held);
        Assert.Contains(isHeld ? "1 of 1 cells" : "0 of 1 cells; 500 calls, 128 callers: 2.56 instead of 2.57", target.Measured, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1.09, 1.6, true, true)]
    [InlineData(1.11, 1.5, false, false)]
    public void Floor_and_scaling_are_judged_on_loopback(double overEcho, double speedUp, bool holdsFloor, bool scales)
    {
        var alone = Cell(CallNetwork.Loopback, new CallBatch(1000, 1), [(CallSystem.Quic, [Turn(100_000 * overEcho)], null), (CallSystem.Echo, [Turn(100_000)], null)]);
        var many = Cell(CallNetwork.Loopback, new CallBatch(1000, 32), [(CallSystem.Quic, [Turn(100_000 * overEcho / speedUp)], null)]);
        var targets = CallTargets.Judge([alone, many], cores: 2);
        Assert.Equal(holdsFloor, Assert.Single(targets, target => target.Name.Contains("bare echo", StringComparison.Ordinal)).Held);
        Assert.Equal(scales, Assert.Single(targets, target => target.Name.Contains("cores", StringComparison.Ordinal)).Held);
        Assert.Equal(2, targets.Count(target => target.Name.Contains("1 KiB", StringComparison.Ordinal) && target.Held));
    }

    [Fact]
    public void A_system_that_failed_has_its_reason_in_its_row_and_is_judged_by_nothing()
    {
        var table = TableOf(Cell(Lossy, new CallBatch(100, 8), [(CallSystem.Quic, [Turn(100)], null), (CallSystem.Http3, [Turn(1)], "QuicException: <broken> " + new string('x', 60))]));
        Assert.False(table.IsWhole);
        Assert.Empty(table.Targets);
        var text = CallTableText.Create(table);
        Assert.Contains("gRPC, HTTP/3: QuicException: <broken>", text, StringComparison.Ordinal);
        Assert.All(text.Split('\n'), line => Assert.True(line.TrimEnd().Length <= 80, line));
        Assert.Contains("QuicException: &lt;broken&gt;", CallTablePage.Create(table), StringComparison.Ordinal);
    }

    [Fact]
    public void Curves_of_the_page_have_a_point_for_each_number_of_callers()
    {
        var page = CallTablePage.Create(TableOf([.. Enumerable.Range(3, 3).Select(power => 1 << power).Select(callers => Cell(Lossy, new CallBatch(100, callers), [(CallSystem.Quic, [Turn(8e6 / callers)], null), (CallSystem.Http2, [Turn(9e6 / callers)], null)]))]));
        var line = page[page.IndexOf("class=\"line\"", StringComparison.Ordinal)..];
        line = line[..line.IndexOf('>', StringComparison.Ordinal)];
        Assert.Equal(2, line.Count(character => character == 'L'));
        Assert.Contains("All figures: 35 ms, 3 % lost", page, StringComparison.Ordinal);
    }

    private static CallTable TableOf(params CallCell[] cells) => new()
    {
        Machine = new MachineFacts { Cores = 2 },
        Started = DateTimeOffset.UnixEpoch,
        Ended = DateTimeOffset.UnixEpoch,
        CommandLine = "bench quic grpc --table",
        Repetitions = 1,
        Seed = 1,
        Cells = cells,
        Targets = CallTargets.Judge(cells, cores: 2),
    };

    private static CallCell Cell(CallNetwork network, CallBatch batch, IReadOnlyList<(CallSystem, IReadOnlyList<CallTurn>, string?)> systems) => CallCell.Of(network, batch, systems);

    private static CallTurn Turn(double microseconds) => new(new CallTimes(microseconds, 1, 2), new CallUsage(10, 500), new CallUsage(20, 250));
}
