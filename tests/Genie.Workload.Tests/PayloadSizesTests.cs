namespace Genie.Workload.Tests;

public sealed class PayloadSizesTests
{
    [Theory]
    [InlineData("0", 0, 0)]
    [InlineData("1KiB", 1024, 1024)]
    [InlineData("64..192", 192, 128)]
    [InlineData("7..7", 7, 7)]
    [InlineData("100:1,300:1", 300, 200)]
    [InlineData("1000:90, 4000:9, 16000:1", 16000, 1420)]
    public void Sizes_have_their_largest_and_their_mean(string text, int largest, int mean)
    {
        var sizes = PayloadSizes.Parse(text);
        Assert.Equal(largest, sizes.LargestBytes);
        Assert.InRange(sizes.MeanBytes, mean * 0.99, mean * 1.01);
        Assert.Equal(!text.AsSpan().ContainsAny('.', ':'), sizes.IsFixed);
        Assert.Equal(text, $"{sizes}".Replace("1024", "1KiB", StringComparison.Ordinal));
    }

    [Fact]
    public void Each_size_comes_as_often_as_its_weight_says()
    {
        var sizes = PayloadSizes.Parse("256:90,4KiB:9,64KiB:1");
        var shares = sizes.Quantiles.CountBy(bytes => bytes).ToDictionary(pair => pair.Key, pair => pair.Value / (double)sizes.Quantiles.Count);
        Assert.InRange(shares[256], 0.899, 0.901);
        Assert.InRange(shares[4096], 0.089, 0.091);
        Assert.InRange(shares[65536], 0.009, 0.011);
    }

    [Fact]
    public void A_log_normal_distribution_has_the_percentiles_that_were_asked_for()
    {
        var quantiles = PayloadSizes.Parse("p50=1KiB,p99=16KiB").Quantiles;
        Assert.InRange(quantiles[quantiles.Count / 2], 1020, 1028);
        Assert.InRange(quantiles[(int)(quantiles.Count * 0.99)], 16_200, 16_700);
        Assert.Equal(quantiles.Order(), quantiles);
    }

    [Theory]
    [InlineData("4KiB..64", "ends before it begins")]
    [InlineData("0..64", "too small")]
    [InlineData("1..2..3", "no range of sizes")]
    [InlineData("256:0", "no size with a weight")]
    [InlineData("256:1,512", "no size with a weight")]
    [InlineData("p50=1KiB", "p50 and p99")]
    [InlineData("p50=1KiB,p99=1KiB", "p99 is no larger")]
    [InlineData("10GiB", "at most 1073741824")]
    [InlineData("-1", "too small")]
    [InlineData("4KB", "'kB'")]
    [InlineData("much", "'much'")]
    [InlineData("", "''")]
    public void What_is_no_distribution_is_refused(string text, string said) =>
        Assert.Contains(said, Assert.Throws<FormatException>(() => PayloadSizes.Parse(text)).Message, StringComparison.Ordinal);
}
