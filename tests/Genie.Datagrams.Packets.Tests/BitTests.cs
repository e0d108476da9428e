using CsCheck;

namespace Genie.Datagrams.Packets.Tests;

public sealed class BitTests
{
    private static readonly Gen<(ulong Value, int Count)> Bits = Gen.Select(Gen.ULong, Gen.Int[0, 64], (value, count) => (count == 64 ? value : value & ((1UL << count) - 1), count));

    [Fact]
    public void Bits_of_any_width_are_read_as_they_were_written() => Bits.Array[0, 60].Sample(values =>
    {
        var buffer = new byte[60 * 8];
        var writer = new BitWriter(buffer);
        foreach (var (value, count) in values) Assert.True(writer.WriteBits(value, count));
        var length = writer.Flush();
        Assert.Equal((values.Sum(one => one.Count) + 7) / 8, length);
        var reader = new BitReader(buffer.AsSpan(0, length));
        foreach (var (value, count) in values) Assert.Equal(value, reader.ReadBits(count));
        Assert.True(reader.IsAtEnd);
        Assert.False(reader.HasFailed);
    });

    [Fact]
    public void Numbers_of_any_range_are_read_as_they_were_written() => Gen.Select(Gen.Long, Gen.Long, Gen.Long, Gen.Int[0, 7]).Sample((one, two, three, offset) =>
    {
        long[] sorted = [one, two, three];
        Array.Sort(sorted);
        var (min, value, max) = (sorted[0], sorted[1], sorted[2]);
        Span<byte> buffer = stackalloc byte[16];
        var writer = new BitWriter(buffer);
        writer.WriteBits(0, offset);
        Assert.True(writer.WriteRange(value, min, max));
        var reader = new BitReader(buffer[..writer.Flush()]);
        reader.ReadBits(offset);
        Assert.Equal(value, reader.ReadRange(min, max));
        Assert.False(reader.HasFailed);
        if (min > long.MinValue) Assert.False(writer.WriteRange(min - 1, min, max));
    });

    [Fact]
    public void Bytes_and_texts_are_read_at_any_offset() => Gen.Select(Gen.Byte.Array[0, 30], Gen.String[Gen.Char["aé日\n"], 0, 400], Gen.Int[0, 63]).Sample((bytes, text, offset) =>
    {
        var buffer = new byte[2000];
        var writer = new BitWriter(buffer);
        writer.WriteBits(0, offset);
        Assert.True(writer.WriteBytes(bytes) && writer.WriteString(text, 1500));
        var reader = new BitReader(buffer.AsSpan(0, writer.Flush()));
        reader.ReadBits(offset);
        var read = new byte[bytes.Length];
        Assert.True(reader.ReadBytes(read));
        Assert.Equal(bytes, read);
        Assert.Equal(text, reader.ReadString(1500));
        Assert.True(reader.IsAtEnd);
    });

    [Fact]
    public void Quantized_floats_are_off_by_half_a_step_at_most_and_stay_what_they_are() => Gen.Select(Gen.Double[-1e6, 1e6], Gen.Double[0.001, 1e6], Gen.Double[0, 1], Gen.ULong[1, 1UL << 30]).Sample((min, range, at, steps) =>
    {
        var max = min + range;
        var value = Math.Clamp(min + (at * range), min, max);
        Assert.True(Quantization.TryQuantize(value, min, max, steps, out var step));
        var restored = Quantization.Restore(step, min, max, steps);
        Assert.InRange(restored, value - (range / steps * 0.500_01), value + (range / steps * 0.500_01));

        // The generator refuses steps that the type cannot tell apart.
        if (range / steps < 2 * Math.BitIncrement(Math.Max(Math.Abs(min), Math.Abs(max))) - (2 * Math.Max(Math.Abs(min), Math.Abs(max)))) return;
        Assert.True(Quantization.TryQuantize(restored, min, max, steps, out var again));
        Assert.Equal(step, again);
    });

    [Fact]
    public void Both_ends_of_a_quantized_range_are_exact()
    {
        Assert.True(Quantization.TryQuantize(0.3, 0.1, 0.3, 7, out var step));
        Assert.Equal(0.3, Quantization.Restore(step, 0.1, 0.3, 7));
        Assert.Equal(0.1, Quantization.Restore(0, 0.1, 0.3, 7));
    }

    [Fact]
    public void The_first_error_stays_and_nothing_is_written_or_read_after_it()
    {
        var writer = new BitWriter(stackalloc byte[1]);
        Assert.False(writer.WriteBits(4, 2));
        Assert.False(writer.WriteBits(0, 65));
        Assert.False(writer.WriteBytes([1, 2]));
        Assert.Equal((PacketError.OutOfRange, 0, 0L), (writer.Error, writer.Flush(), writer.BitsWritten));

        var reader = new BitReader([0xFF]);
        Assert.Equal(0UL, reader.ReadBits(9));
        Assert.Equal(-3, reader.ReadRange(-3, 3));
        Assert.Equal("", reader.ReadString(5));
        Assert.Equal((PacketError.Truncated, 0L), (reader.Error, reader.BitsRead));
        Assert.Equal(0UL, new BitReader([0xFF]).ReadBits(-1));
    }
}
