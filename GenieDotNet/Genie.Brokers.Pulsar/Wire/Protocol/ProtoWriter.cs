namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Writes protobuf fields into a buffer that has the room.</summary>
internal ref struct ProtoWriter(Span<byte> destination)
{
    /// <summary>Bytes of a number field whose field number is below 16, at most.</summary>
    public const int NumberFieldBytesMax = 11;

    private readonly Span<byte> _destination = destination;

    /// <summary>Bytes written.</summary>
    public int Written { get; private set; }

    /// <summary>The tag of a field of text, bytes or a message.</summary>
    public static byte BytesTag(int field) => (byte)((field << 3) | 2);

    public void Number(int field, ulong value)
    {
        Varint((ulong)field << 3);
        Varint(value);
    }

    public void Bytes(int field, scoped ReadOnlySpan<byte> value)
    {
        Varint(((ulong)field << 3) | 2);
        Varint((ulong)value.Length);
        Raw(value);
    }

    /// <summary>A length, as it stands before bytes.</summary>
    public void Length(int value) => Varint((ulong)value);

    public void Raw(scoped ReadOnlySpan<byte> value)
    {
        value.CopyTo(_destination[Written..]);
        Written += value.Length;
    }

    public void Raw(byte value) => _destination[Written++] = value;

    /// <summary>Begins a field that is a message shorter than 128 bytes; see <see cref="EndShort"/>.</summary>
    public int BeginShort(int field)
    {
        Raw(BytesTag(field));
        Raw(0);
        return Written;
    }

    /// <summary>Ends the field that <see cref="BeginShort"/> began.</summary>
    public readonly void EndShort(int start) => _destination[start - 1] = checked((byte)(Written - start));

    private void Varint(ulong value)
    {
        for (; value > 0x7F; value >>= 7) _destination[Written++] = (byte)(value | 0x80);
        _destination[Written++] = (byte)value;
    }
}
