using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Multiplexing;

public sealed class CorrelationTests
{
    [Theory]
    [InlineData(0u, 0u, "0000000000000000")]
    [InlineData(1u, 2u, "0000000200000001")]
    [InlineData(uint.MaxValue, uint.MaxValue, "ffffffffffffffff")]
    public void Text_and_number_come_back(uint slot, uint generation, string expected)
    {
        var correlation = new Correlation(slot, generation);
        Span<byte> text = stackalloc byte[Correlation.FormattedBytes];
        Assert.True(correlation.TryFormat(text, out var written));
        Assert.Equal(expected, System.Text.Encoding.ASCII.GetString(text[..written]));
        Assert.True(Correlation.TryParse(text, out var read));
        Assert.Equal(correlation, read);
        Assert.Equal(correlation, Correlation.FromUInt64(correlation.ToUInt64()));
    }

    [Theory]
    [InlineData("")]
    [InlineData("000000020000001")]
    [InlineData("00000002000000011")]
    [InlineData("000000020000000g")]
    [InlineData(" 00000020000000a")]
    public void Anything_else_is_refused(string text) => Assert.False(Correlation.TryParse(System.Text.Encoding.ASCII.GetBytes(text), out _));
}
