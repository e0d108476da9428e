using Genie.Brokers.Frame;
using Genie.Testing;

namespace Genie.Brokers.Tests.Frame;

public sealed class Crc32CTests
{
    public static TheoryData<string, byte[], uint> Rfc3720AppendixB4() => new()
    {
        { "32 bytes of zeroes", new byte[32], 0x8A9136AA },
        { "32 bytes of ones", [.. Enumerable.Repeat((byte)0xFF, 32)], 0x62A8AB43 },
        { "32 incrementing bytes", [.. Enumerable.Range(0, 32).Select(i => (byte)i)], 0x46DD794E },
        { "32 decrementing bytes", [.. Enumerable.Range(0, 32).Select(i => (byte)(31 - i))], 0x113FDB5C },
        {
            "an iSCSI SCSI read (10) command PDU",
            Convert.FromHexString("01C000000000000000000000000000001400000000000400000000140000001828000000000000000200000000000000"),
            0xD9963A56
        },
    };

    [Theory]
    [MemberData(nameof(Rfc3720AppendixB4))]
    public void Agrees_with_the_vectors_of_the_standard(string name, byte[] bytes, uint checksum)
    {
        Assert.True(checksum == Crc32C.Compute(bytes), name);
    }

    [Fact]
    public void The_check_value_of_the_catalogue() => Assert.Equal(0xE3069283, Crc32C.Compute("123456789"u8));

    [Fact]
    public void Segments_make_no_difference_and_the_bitwise_definition_agrees()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var random = new Random(seed);
            var bytes = new byte[random.Next(0, 200)];
            random.NextBytes(bytes);
            Assert.True(Bitwise(bytes) == Crc32C.Compute(bytes), $"seed {seed}");
            Assert.True(Bitwise(bytes) == Crc32C.Compute(Segments.Cut(bytes, random)), $"seed {seed}, in segments");
        }
    }

    private static uint Bitwise(byte[] bytes)
    {
        var state = uint.MaxValue;
        foreach (var value in bytes)
        {
            state ^= value;
            for (var bit = 0; bit < 8; bit++) state = (state >> 1) ^ ((state & 1) * 0x82F63B78);
        }

        return ~state;
    }
}
