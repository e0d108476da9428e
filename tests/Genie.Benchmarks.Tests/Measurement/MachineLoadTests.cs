using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class MachineLoadTests
{
    [Fact]
    public void The_kernels_line_is_read()
    {
        string[] lines = ["cpu  100 20 30 400 50 6 7 80 90 10", "cpu0 1 2 3 4 5 6 7 8 9 10"];
        Assert.Equal(new ProcessorTimes(693, 450, 80), ProcessorTimes.Parse(lines));
        Assert.Null(ProcessorTimes.Parse(["intr 1 2 3"]));
        Assert.Null(ProcessorTimes.Parse(["cpu 1 2 3 4"]));
    }

    [SkippableFact]
    public void A_clock_that_was_set_shows()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Only Linux tells how busy it is.");
        var clock = new SetClock();
        var load = new MachineLoad(clock);
        clock.Offset = TimeSpan.FromSeconds(-3);
        var figures = load.End();
        while (figures is null) figures = load.End();
        Assert.InRange(figures.ClockStepMilliseconds, -3100, -2900);
    }

    private sealed class SetClock : TimeProvider
    {
        public TimeSpan Offset { get; set; }

        public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Offset;
    }

    [SkippableFact]
    public void A_busy_process_shows()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "Only Linux tells it.");
        var load = new MachineLoad(TimeProvider.System);
        var figures = load.End();
        while (figures is not { BusyShare: > 0 }) figures = load.End();
        Assert.InRange(figures.BusyShare, double.Epsilon, 1);
        Assert.InRange(figures.StealShare, 0, 1);
        Assert.InRange(figures.LoadAverage, 0, 1e6);
    }
}
