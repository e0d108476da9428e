using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Tests.Measurement;

public sealed class ProcessStatusTests
{
    [Theory]
    [InlineData("VmHWM:", 1234L * 1024)]
    [InlineData("RssAnon:", 77L * 1024)]
    [InlineData("RssFile:", null)]
    public void A_figure_is_read_in_kibibytes_and_told_from_none(string label, long? expected) =>
        Assert.Equal(expected, ProcessStatus.Parse(["Name:\tgenie", "VmPeak:\t  99999 kB", "VmHWM:\t    1234 kB", "VmRSS:\t     999 kB", "RssAnon:\t      77 kB"], label));

    [Fact]
    public void What_is_written_to_counts_as_private_memory()
    {
        var kept = GC.AllocateUninitializedArray<byte>(64 << 20);
        Array.Fill(kept, (byte)1);
        var (own, peak) = (ProcessStatus.PrivateBytes(), ProcessStatus.PeakBytes());
        GC.KeepAlive(kept);
        Assert.InRange(own, kept.Length, long.MaxValue);
        Assert.InRange(peak, kept.Length, long.MaxValue);
    }
}
