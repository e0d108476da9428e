using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Genie.Datagrams.Packets;

/// <summary>
/// Reads what <see cref="BitWriter"/> wrote, from bytes that anybody may have sent. It never throws: after the first <see cref="Error"/> everything reads as zero, or as the least
/// of a range, so that callers may ask once, at the end.
/// </summary>
public ref struct BitReader
{
    private const int WordBits = 64;
    private const int StackBytes = 256;

    private readonly ReadOnlySpan<byte> _source;
    private long _position;

    /// <summary>Begins at the first byte.</summary>
    /// <param name="source">The bytes.</param>
    public BitReader(ReadOnlySpan<byte> source) => _source = source;

    /// <summary>The first error.</summary>
    public PacketError Error { get; private set; }

    /// <summary>True if there is an error.</summary>
    public readonly bool HasFailed => Error != PacketError.None;

    /// <summary>Bits read so far.</summary>
    public readonly long BitsRead => _position;

    /// <summary>Bits that are left.</summary>
    public readonly long RemainingBits => (8L * _source.Length) - _position;

    /// <summary>True if nothing is left but zeros that fill the last byte.</summary>
    public readonly bool IsAtEnd => RemainingBits < 8 && (RemainingBits == 0 || _source[^1] >> (int)(_position & 7) == 0);

    /// <summary>Notes an error, unless there is one.</summary>
    /// <param name="error">The error.</param>
    /// <returns>False, always.</returns>
    public bool Fail(PacketError error)
    {
        if (Error == PacketError.None) Error = error;
        return false;
    }

    /// <summary>Reads bits.</summary>
    /// <param name="count">Bits, 0 to 64.</param>
    /// <returns>The value; 0 after an error.</returns>
    public ulong ReadBits(int count)
    {
        if (Error != PacketError.None) return 0;
        if ((uint)count > WordBits || count > RemainingBits)
        {
            Fail((uint)count > WordBits ? PacketError.OutOfRange : PacketError.Truncated);
            return 0;
        }

        if (count == 0) return 0;
        var left = _source[(int)(_position >> 3)..];
        var shift = (int)(_position & 7);
        _position += count;
        var value = Load(left) >> shift;
        if (shift + count > WordBits) value |= (ulong)left[sizeof(ulong)] << (WordBits - shift);
        return count == WordBits ? value : value & ((1UL << count) - 1);
    }

    /// <summary>Reads one bit.</summary>
    /// <returns>The bit; false after an error.</returns>
    public bool ReadBoolean() => ReadBits(1) != 0;

    /// <summary>Reads a whole number.</summary>
    /// <param name="min">The least one.</param>
    /// <param name="max">The greatest one; what is above it is an error.</param>
    /// <returns>The number; the least one after an error.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadRange(long min, long max) => unchecked((long)((ulong)min + ReadUpTo((ulong)max - (ulong)min)));

    /// <inheritdoc cref="ReadRange(long, long)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadRange(ulong min, ulong max) => min + ReadUpTo(max - min);

    /// <summary>Reads the 32 bits of a float.</summary>
    /// <returns>The float, which may be no number.</returns>
    public float ReadSingle() => BitConverter.UInt32BitsToSingle((uint)ReadBits(32));

    /// <summary>Reads the 64 bits of a double.</summary>
    /// <returns>The double, which may be no number.</returns>
    public double ReadDouble() => BitConverter.UInt64BitsToDouble(ReadBits(WordBits));

    /// <summary>Reads one of the steps between two ends.</summary>
    /// <param name="min">The lower end.</param>
    /// <param name="max">The upper end.</param>
    /// <param name="steps">Steps between the ends.</param>
    /// <returns>The value; the lower end after an error.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadQuantized(double min, double max, ulong steps) => Quantization.Restore(ReadUpTo(steps), min, max, steps);

    /// <summary>Reads a number of elements, and refuses more than can follow.</summary>
    /// <param name="max">The most.</param>
    /// <param name="minBits">The fewest bits of an element; less than 1 counts as 1.</param>
    /// <returns>The number; 0 after an error.</returns>
    public int ReadCount(int max, long minBits)
    {
        var count = (int)ReadRange(0, max);
        if (count <= RemainingBits / Math.Max(1, minBits)) return count;
        Fail(PacketError.TooLong);
        return 0;
    }

    /// <summary>Reads bytes.</summary>
    /// <param name="destination">As long as they are; it is not touched after an error.</param>
    /// <returns>False after an error.</returns>
    public bool ReadBytes(scoped Span<byte> destination)
    {
        if (HasFailed) return false;
        if (8L * destination.Length > RemainingBits) return Fail(PacketError.Truncated);
        for (; destination.Length >= sizeof(ulong); destination = destination[sizeof(ulong)..]) BinaryPrimitives.WriteUInt64LittleEndian(destination, ReadBits(WordBits));
        foreach (ref var value in destination) value = (byte)ReadBits(8);
        return true;
    }

    /// <summary>Reads a string.</summary>
    /// <param name="maxBytes">The most bytes of UTF-8.</param>
    /// <returns>The string; an empty one after an error.</returns>
    public string ReadString(int maxBytes)
    {
        var length = ReadCount(maxBytes, 8);
        if (length == 0) return "";
        if ((_position & 7) == 0)
        {
            var aligned = _source.Slice((int)(_position >> 3), length);
            _position += 8L * length;
            return Decode(aligned);
        }

        var rented = length > StackBytes ? ArrayPool<byte>.Shared.Rent(length) : null;
        var bytes = (rented ?? stackalloc byte[StackBytes])[..length];
        ReadBytes(bytes);
        var text = Decode(bytes);
        if (rented is not null) ArrayPool<byte>.Shared.Return(rented);
        return text;
    }

    private string Decode(scoped ReadOnlySpan<byte> bytes)
    {
        if (Utf8.IsValid(bytes)) return Encoding.UTF8.GetString(bytes);
        Fail(PacketError.InvalidText);
        return "";
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong ReadUpTo(ulong greatest)
    {
        var value = ReadBits(BitWriter.BitsOf(greatest));
        if (value <= greatest) return value;
        Fail(PacketError.OutOfRange);
        return 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Load(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= sizeof(ulong)) return BinaryPrimitives.ReadUInt64LittleEndian(bytes);
        var value = 0UL;
        for (var i = 0; i < bytes.Length; i++) value |= (ulong)bytes[i] << (8 * i);
        return value;
    }
}
