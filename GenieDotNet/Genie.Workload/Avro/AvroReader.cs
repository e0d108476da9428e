using System.Buffers.Binary;
using System.Text;

namespace Genie.Workload.Avro;

/// <summary>
/// Reads the primitives of Avro's binary encoding (Avro 1.12 specification, "Binary Encoding"). Never reads past the end
/// and trusts no length; every method throws <see cref="AvroFormatException"/> where the bytes cannot be what was asked for.
/// </summary>
public ref struct AvroReader
{
    private readonly ReadOnlySpan<byte> _input;
    private int _position;

    /// <summary>Reads from <paramref name="input"/>.</summary>
    public AvroReader(ReadOnlySpan<byte> input)
    {
        _input = input;
        _position = 0;
    }

    /// <summary>What was not read yet.</summary>
    public readonly ReadOnlySpan<byte> Rest => _input[_position..];

    /// <summary>A boolean.</summary>
    public bool ReadBoolean() => Take(1)[0] switch
    {
        0 => false,
        1 => true,
        var other => throw new AvroFormatException($"A boolean is 0 or 1, not {other}."),
    };

    /// <summary>An int or long.</summary>
    public long ReadLong()
    {
        ulong value = 0;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var next = Take(1)[0];
            if (shift == 63 && next > 1) break;
            value |= (ulong)(next & 0x7F) << shift;
            if (next <= 0x7F) return (long)(value >> 1) ^ -(long)(value & 1);
        }

        throw new AvroFormatException("A number of over 64 bits.");
    }

    /// <summary>An enumeration's position or a union's branch.</summary>
    /// <param name="count">How many there are.</param>
    public int ReadIndex(int count)
    {
        var index = ReadLong();
        return index >= 0 && index < count ? (int)index : throw new AvroFormatException($"Position {index} of {count}.");
    }

    /// <summary>A double.</summary>
    public double ReadDouble() => BinaryPrimitives.ReadDoubleLittleEndian(Take(sizeof(double)));

    /// <summary>Bytes, or a string's UTF-8, in place.</summary>
    public ReadOnlySpan<byte> ReadBytes()
    {
        var length = ReadLong();
        return length >= 0 && length <= _input.Length - _position
            ? Take((int)length)
            : throw new AvroFormatException($"A length of {length} where {_input.Length - _position} bytes are left.");
    }

    /// <summary>A string.</summary>
    public string ReadString() => Encoding.UTF8.GetString(ReadBytes());

    /// <summary>The begin of an array's or map's block: how many items it holds, 0 at the end.</summary>
    public long ReadBlockCount()
    {
        var count = ReadLong();
        if (count < 0)
        {
            // A negative count is followed by the block's size in bytes, for readers that skip it.
            if (count == long.MinValue || ReadLong() < 0) throw new AvroFormatException("A block of negative size.");
            count = -count;
        }

        // No item of a schema in use here takes less than a byte, so a larger count cannot be true.
        return count <= _input.Length - _position ? count : throw new AvroFormatException($"A block of {count} items where {_input.Length - _position} bytes are left.");
    }

    /// <summary>The given number of bytes.</summary>
    public ReadOnlySpan<byte> Take(int bytes)
    {
        if (bytes > _input.Length - _position) throw new AvroFormatException($"Ends after {_input.Length} bytes, within a value.");
        var taken = _input.Slice(_position, bytes);
        _position += bytes;
        return taken;
    }
}
