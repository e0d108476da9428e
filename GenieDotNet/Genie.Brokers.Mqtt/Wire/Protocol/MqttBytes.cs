using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>Writes the protocol's data types, MQTT 5.0 section 1.5, into a span that is large enough.</summary>
internal ref struct MqttBytes(Span<byte> destination)
{
    private readonly Span<byte> _destination = destination;

    public int Length { get; private set; }

    /// <summary>Bytes of a variable byte integer.</summary>
    public static int SizeOf(int variable) => variable < 1 << 7 ? 1 : variable < 1 << 14 ? 2 : variable < 1 << 21 ? 3 : 4;

    public void Byte(byte value) => _destination[Length++] = value;

    public void UInt16(int value)
    {
        BinaryPrimitives.WriteUInt16BigEndian(_destination[Length..], (ushort)value);
        Length += sizeof(ushort);
    }

    public void UInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32BigEndian(_destination[Length..], value);
        Length += sizeof(uint);
    }

    public void UInt64(ulong value)
    {
        BinaryPrimitives.WriteUInt64BigEndian(_destination[Length..], value);
        Length += sizeof(ulong);
    }

    public void Variable(int value)
    {
        for (; value >= 0x80; value >>= 7) Byte((byte)(value | 0x80));
        Byte((byte)value);
    }

    public void Raw(scoped ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_destination[Length..]);
        Length += bytes.Length;
    }

    /// <summary>Two bytes of length and the bytes: a string or binary data.</summary>
    public void Prefixed(scoped ReadOnlySpan<byte> bytes)
    {
        UInt16(bytes.Length);
        Raw(bytes);
    }

    public void Text(string text) => Prefixed(Encoding.UTF8.GetBytes(text));
}
