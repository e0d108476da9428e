using System.Buffers;

namespace Genie.Relay.Fields;

/// <summary>A block of header fields, in which a literal value with marks becomes as many fields of its name. Source: RFC 7541, 6.</summary>
internal static class SeparateFields
{
    /// <summary>What stands between two values; no metadata has it.</summary>
    public const char Mark = '\u0001';

    private const int IndexedFlag = 0x80;
    private const int IncrementalFlag = 0x40;
    private const int SizeUpdateFlag = 0x20;
    private const int HuffmanFlag = 0x80;
    private const int StringPrefixBits = 7;

    /// <summary>Writes a block with its marked fields separated.</summary>
    /// <exception cref="InvalidDataException">It is no block.</exception>
    public static void Write(ReadOnlySpan<byte> block, IBufferWriter<byte> to)
    {
        while (!block.IsEmpty)
        {
            var length = FieldLength(block, out var valueStart, out var value);
            if (value.Contains((byte)Mark)) WriteEach(block[..valueStart], value, to);
            else to.Write(block[..length]);
            block = block[length..];
        }
    }

    private static void WriteEach(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, IBufferWriter<byte> to)
    {
        foreach (var part in value.Split((byte)Mark))
        {
            to.Write(name);
            WriteString(value[part], to);
        }
    }

    private static void WriteString(ReadOnlySpan<byte> text, IBufferWriter<byte> to)
    {
        const int PrefixMax = (1 << StringPrefixBits) - 1;
        Span<byte> prefix = stackalloc byte[6];
        var (length, rest) = (1, text.Length - PrefixMax);
        if (rest < 0)
        {
            prefix[0] = (byte)text.Length;
        }
        else
        {
            prefix[0] = PrefixMax;
            for (; rest >= 0x80; rest >>= 7) prefix[length++] = (byte)(rest | 0x80);
            prefix[length++] = (byte)rest;
        }

        to.Write(prefix[..length]);
        to.Write(text);
    }

    /// <summary>The length of the first field, where its value's length begins, and the value where it is plain text.</summary>
    private static int FieldLength(ReadOnlySpan<byte> block, out int valueStart, out ReadOnlySpan<byte> value)
    {
        valueStart = 0;
        value = default;
        var first = block[0];
        if ((first & IndexedFlag) != 0) return IntegerLength(block, StringPrefixBits, out _);
        if ((first & (IncrementalFlag | SizeUpdateFlag)) == SizeUpdateFlag) return IntegerLength(block, 5, out _);
        var position = IntegerLength(block, (first & IncrementalFlag) != 0 ? 6 : 4, out var index);
        if (index == 0) position += StringLength(block[position..], out _);
        valueStart = position;
        var length = position + StringLength(block[position..], out var text);
        var isPlain = (first & IncrementalFlag) == 0 && (block[position] & HuffmanFlag) == 0;
        if (isPlain) value = text;
        return length;
    }

    private static int StringLength(ReadOnlySpan<byte> bytes, out ReadOnlySpan<byte> text)
    {
        var prefix = IntegerLength(bytes, StringPrefixBits, out var length);
        if (length > bytes.Length - prefix) throw Broken();
        text = bytes.Slice(prefix, length);
        return prefix + length;
    }

    // Source: RFC 7541, 5.1.
    private static int IntegerLength(ReadOnlySpan<byte> bytes, int prefixBits, out int number)
    {
        if (bytes.IsEmpty) throw Broken();
        var max = (1 << prefixBits) - 1;
        number = bytes[0] & max;
        if (number < max) return 1;
        for (var (position, shift) = (1, 0); position < bytes.Length && shift <= 21; position++, shift += 7)
        {
            number += (bytes[position] & 0x7f) << shift;
            if (bytes[position] < 0x80) return position + 1;
        }

        throw Broken();
    }

    private static InvalidDataException Broken() => new("The header fields of a request cannot be read.");
}
