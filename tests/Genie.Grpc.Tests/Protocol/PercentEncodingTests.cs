using Genie.Grpc.Kestrel;
using Xunit.Abstractions;

namespace Genie.Grpc.Tests.Protocol;

public sealed class PercentEncodingTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("plain text, ~!", "plain text, ~!")]
    [InlineData("50 %", "50 %25")]
    [InlineData("a\r\nb", "a%0D%0Ab")]
    [InlineData("ü", "%C3%BC")]
    [InlineData("\u007f", "%7F")]
    public void Only_what_must_be_is_encoded(string message, string encoded) => Assert.Equal(encoded, PercentEncoding.Encode(message));

    [Fact]
    public void Any_text_comes_back()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var trial = 0; trial < 1000; trial++)
        {
            var text = string.Concat(Enumerable.Range(0, random.Next(20)).Select(_ => char.ConvertFromUtf32(random.Next(4) == 0 ? random.Next(0xE000, 0x110000) : random.Next(0x800))));

            Assert.Equal(text, Uri.UnescapeDataString(PercentEncoding.Encode(text)));
        }
    }
}
