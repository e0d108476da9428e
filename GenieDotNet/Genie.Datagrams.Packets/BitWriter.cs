using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace Genie.Datagrams.Packets;

/// <summary>
/// Writes values of any number of bits, the lowest bit first. It never throws: after the first <see cref="Error"/> it ignores what is written, so that callers may ask once, at the end.
/// </summary>
public ref struct BitWriter
{
    private const int WordBits = 64;
    private const int TextChunkBytes = 256;

    private readonly Span<byte> _destination;
    private ulong _pending;
    private int _pendingBits;
    private int _storedBytes;

    /// <summary>Begins at the first byte.</summary>
    /// <param name="destination">Where the bits go.</param>
    public BitWriter(Span<byte> destination) => _destination = destination;

    /// <summary>The first error.</summary>
    public PacketError Error { get; private set; }

    /// <summary>True if there is an error.</summary>
    public readonly bool HasFailed => Error != PacketError.None;

    /// <summary>Bits written so far.</summary>
    public readonly long BitsWritten => (8L * _storedBytes) + _pendingBits;

    /// <summary>Bits that still fit.</summary>
    public readonly long RemainingBits => (8L * _destination.Length) - BitsWritten;

    /// <summary>Notes an error, unless there is one.</summary>
    /// <param name="error">The error.</param>
    /// <returns>False, always.</returns>
    public bool Fail(PacketError error)
    {
        if (Error == PacketError.None) Error = error;
        return false;
    }

    /// <summary>Writes the lowest bits of a value, whose other bits are zero.</summary>
    /// <param name="value">The value.</param>
    /// <param name="count">Bits, 0 to 64.</param>
    /// <returns>False after an error.</returns>
    public bool WriteBits(ulong value, int count)
    {
        if (Error != PacketError.None) return false;
        if ((uint)count > WordBits || (count < WordBits && value >> count != 0)) return Fail(PacketError.OutOfRange);
        if (count > RemainingBits) return Fail(PacketError.DoesNotFit);
        _pending |= value << _pendingBits;
        _pendingBits += count;
        if (_pendingBits < WordBits) return true;
        BinaryPrimitives.WriteUInt64LittleEndian(_destination[_storedBytes..], _pending);
        _storedBytes += sizeof(ulong);
        _pendingBits -= WordBits;
        _pending = _pendingBits == 0 ? 0 : value >> (count - _pendingBits);
        return true;
    }

    /// <summary>Writes one bit.</summary>
    /// <param name="value">The bit.</param>
    /// <returns>False after an error.</returns>
    public bool WriteBoolean(bool value) => WriteBits(value ? 1UL : 0, 1);

    /// <summary>Writes a whole number in as few bits as its range needs.</summary>
    /// <param name="value">The number.</param>
    /// <param name="min">The least one.</param>
    /// <param name="max">The greatest one.</param>
    /// <returns>False after an error.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool WriteRange(long value, long min, long max) =>
        value >= min && value <= max ? WriteBits(unchecked((ulong)value - (ulong)min), BitsOf(unchecked((ulong)max - (ulong)min))) : Fail(PacketError.OutOfRange);

    /// <inheritdoc cref="WriteRange(long, long, long)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool WriteRange(ulong value, ulong min, ulong max) =>
        value >= min && value <= max ? WriteBits(value - min, BitsOf(max - min)) : Fail(PacketError.OutOfRange);

    /// <summary>Writes the 32 bits of a float.</summary>
    /// <param name="value">The float.</param>
    /// <returns>False after an error.</returns>
    public bool WriteSingle(float value) => WriteBits(BitConverter.SingleToUInt32Bits(value), 32);

    /// <summary>Writes the 64 bits of a double.</summary>
    /// <param name="value">The double.</param>
    /// <returns>False after an error.</returns>
    public bool WriteDouble(double value) => WriteBits(BitConverter.DoubleToUInt64Bits(value), WordBits);

    /// <summary>Writes the nearest of the steps between two ends. What is beyond them by half a step or more, or no number, is out of range.</summary>
    /// <param name="value">The value.</param>
    /// <param name="min">The lower end.</param>
    /// <param name="max">The upper end.</param>
    /// <param name="steps">Steps between the ends.</param>
    /// <returns>False after an error.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool WriteQuantized(double value, double min, double max, ulong steps) =>
        Quantization.TryQuantize(value, min, max, steps, out var step) ? WriteBits(step, BitsOf(steps)) : Fail(PacketError.OutOfRange);

    /// <summary>Writes a number of elements.</summary>
    /// <param name="count">The number.</param>
    /// <param name="max">The most.</param>
    /// <returns>False after an error.</returns>
    public bool WriteCount(int count, int max) => count <= max ? WriteRange(count, 0, max) : Fail(PacketError.TooLong);

    /// <summary>Writes bytes, without their number.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <returns>False after an error.</returns>
    public bool WriteBytes(scoped ReadOnlySpan<byte> bytes)
    {
        if (8L * bytes.Length > RemainingBits) return Fail(PacketError.DoesNotFit);
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..]) WriteBits(BinaryPrimitives.ReadUInt64LittleEndian(bytes), WordBits);
        foreach (var value in bytes) WriteBits(value, 8);
        return !HasFailed;
    }

    /// <summary>Writes a string as its number of bytes in UTF-8, and those.</summary>
    /// <param name="value">The string; null is an error.</param>
    /// <param name="maxBytes">The most bytes.</param>
    /// <returns>False after an error.</returns>
    public bool WriteString(string? value, int maxBytes)
    {
        if (value is null) return Fail(PacketError.Missing);
        if (value.Length > maxBytes) return Fail(PacketError.TooLong);
        if (!WriteCount(Encoding.UTF8.GetByteCount(value), maxBytes)) return false;
        Span<byte> chunk = stackalloc byte[TextChunkBytes];
        for (var left = value.AsSpan(); !left.IsEmpty && !HasFailed;)
        {
            var status = Utf8.FromUtf16(left, chunk, out var read, out var written, replaceInvalidSequences: false);
            if (status is OperationStatus.InvalidData or OperationStatus.NeedMoreData) return Fail(PacketError.InvalidText);
            WriteBytes(chunk[..written]);
            left = left[read..];
        }

        return !HasFailed;
    }

    /// <summary>Stores what is not stored yet; bits of the last byte that are not used are zero.</summary>
    /// <returns>Bytes used so far; 0 after an error.</returns>
    public readonly int Flush()
    {
        if (HasFailed) return 0;
        var length = _storedBytes;
        for (var (bits, left) = (_pendingBits, _pending); bits > 0; bits -= 8, left >>= 8) _destination[length++] = (byte)left;
        return length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int BitsOf(ulong greatest) => WordBits - BitOperations.LeadingZeroCount(greatest);
}
