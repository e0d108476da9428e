using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class ProcessUsageTests
{
    [Fact]
    public void What_was_allocated_and_computed_since_is_counted()
    {
        var before = ProcessUsage.Now();
        var kept = new byte[32 << 20];
        Array.Fill(kept, (byte)1);
        double sum = 0;
        for (var i = 0; i < 20_000_000; i++) sum += Math.Sqrt(i);
        var used = ProcessUsage.Now().Since(before);
        GC.KeepAlive(kept);
        Assert.True(sum > 0);
        Assert.True(used.AllocatedBytes >= kept.Length);
        Assert.True(used.CpuSeconds > 0);
        Assert.True(used.PeakRssBytes >= kept.Length);
        Assert.True(used.GcPauseMilliseconds >= 0);
    }
}
