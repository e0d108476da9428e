using System.Buffers;
using Genie.Workload.Avro;

namespace Genie.Workload.Tests.Avro;

/// <summary>The examples of the specification's chapter "Binary Encoding", and what a reader must refuse.</summary>
public sealed class AvroPrimitivesTests
{
    private delegate void Writing(ref AvroWriter writer);

    [Theory]
    [InlineData(0, "00")]
    [InlineData(-1, "01")]
    [InlineData(1, "02")]
    [InlineData(-2, "03")]
    [InlineData(2, "04")]
    [InlineData(-64, "7F")]
    [InlineData(64, "8001")]
    [InlineData(long.MaxValue, "FEFFFFFFFFFFFFFFFF01")]
    [InlineData(long.MinValue, "FFFFFFFFFFFFFFFFFF01")]
    public void Longs(long value, string expected)
    {
        var bytes = Write((ref AvroWriter writer) => writer.WriteLong(value));
        Assert.Equal(expected, Convert.ToHexString(bytes));
        Assert.Equal(value, new AvroReader(bytes).ReadLong());
    }

    [Theory]
    [InlineData("foo", "06666F6F")]
    [InlineData("", "00")]
    [InlineData("é", "04C3A9")]
    public void Strings(string value, string expected)
    {
        var bytes = Write((ref AvroWriter writer) => writer.WriteString(value));
        Assert.Equal(expected, Convert.ToHexString(bytes));
        Assert.Equal(value, new AvroReader(bytes).ReadString());
    }

    [Theory]
    [InlineData(1.0, "000000000000F03F")]
    [InlineData(-0.0, "0000000000000080")]
    [InlineData(double.PositiveInfinity, "000000000000F07F")]
    public void Doubles(double value, string expected)
    {
        var bytes = Write((ref AvroWriter writer) => writer.WriteDouble(value));
        Assert.Equal(expected, Convert.ToHexString(bytes));
        Assert.Equal(value, new AvroReader(bytes).ReadDouble());
    }

    [Fact]
    public void Booleans()
    {
        Assert.Equal("0100", Convert.ToHexString(Write((ref AvroWriter writer) =>
        {
            writer.WriteBoolean(true);
            writer.WriteBoolean(false);
        })));
        Assert.True(new AvroReader([1]).ReadBoolean());
        Assert.False(new AvroReader([0]).ReadBoolean());
    }

    [Fact]
    public void A_long_text_goes_through_a_writer_that_gives_small_pieces()
    {
        var text = string.Concat(Enumerable.Repeat("žluťoučký kůň ", 5000));
        var bytes = Write((ref AvroWriter writer) =>
        {
            for (var i = 0; i < 100; i++) writer.WriteLong(i);
            writer.WriteString(text);
        });
        var reader = new AvroReader(bytes);
        for (var i = 0; i < 100; i++) Assert.Equal(i, reader.ReadLong());
        Assert.Equal(text, reader.ReadString());
        Assert.True(reader.Rest.IsEmpty);
    }

    [Fact]
    public void The_header_is_a_zero_and_the_schema_id_highest_byte_first()
    {
        var bytes = Write((ref AvroWriter writer) => ConfluentHeader.Write(ref writer, 0x01020304));
        Assert.Equal("0001020304", Convert.ToHexString(bytes));
        var reader = new AvroReader(bytes);
        Assert.Equal(0x01020304, ConfluentHeader.Read(ref reader));
    }

    [Fact]
    public void A_block_may_give_its_size()
    {
        // Count -2, size 4: the form that lets a reader skip the block.
        var reader = new AvroReader([3, 8, 1, 2, 3, 4]);
        Assert.Equal(2, reader.ReadBlockCount());
        Assert.Equal([1, 2, 3, 4], reader.Rest.ToArray());
    }

    [Theory]
    [InlineData("")]
    [InlineData("80")]
    [InlineData("FFFFFFFFFFFFFFFFFF02")]
    [InlineData("FFFFFFFFFFFFFFFFFFFF01")]
    public void A_number_that_ends_early_or_never_is_refused(string hex) => AssertRefused(hex, (ref AvroReader reader) => reader.ReadLong());

    [Theory]
    [InlineData("0661")]
    [InlineData("01")]
    [InlineData("FEFFFFFFFFFFFFFFFF01")]
    public void A_length_beyond_the_end_or_below_zero_is_refused(string hex) => AssertRefused(hex, (ref AvroReader reader) => reader.ReadBytes().Length);

    [Theory]
    [InlineData("FEFFFFFFFFFFFFFFFF01")]
    [InlineData("FFFFFFFFFFFFFFFFFF0100")]
    [InlineData("0301")]
    public void A_block_that_cannot_be_is_refused(string hex) => AssertRefused(hex, (ref AvroReader reader) => reader.ReadBlockCount());

    [Theory]
    [InlineData("02")]
    [InlineData("FF")]
    public void A_boolean_is_zero_or_one(string hex) => AssertRefused(hex, (ref AvroReader reader) => reader.ReadBoolean() ? 1 : 0);

    [Theory]
    [InlineData("06")]
    [InlineData("01")]
    public void A_branch_beyond_the_union_is_refused(string hex) => AssertRefused(hex, (ref AvroReader reader) => reader.ReadIndex(3));

    private delegate long Reading(ref AvroReader reader);

    private static void AssertRefused(string hex, Reading read) => Assert.Throws<AvroFormatException>(() =>
    {
        var reader = new AvroReader(Convert.FromHexString(hex));
        return read(ref reader);
    });

    private static byte[] Write(Writing writing)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new AvroWriter(output);
        writing(ref writer);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
