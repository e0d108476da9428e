using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>Reads the protocol's data types, MQTT 5.0 section 1.5. Every read is checked: the bytes are another's.</summary>
internal ref struct MqttReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    /// <summary>What it reads, from the beginning.</summary>
    public readonly ReadOnlySpan<byte> All => _bytes;

    /// <summary>Bytes read so far.</summary>
    public int Position { get; private set; }

    public readonly bool IsAtEnd => Position == _bytes.Length;

    public byte Byte() => Take(1)[0];

    public ushort UInt16() => BinaryPrimitives.ReadUInt16BigEndian(Take(sizeof(ushort)));

    public uint UInt32() => BinaryPrimitives.ReadUInt32BigEndian(Take(sizeof(uint)));

    public int Variable()
    {
        var value = 0;
        for (var shift = 0; shift <= 21; shift += 7)
        {
            var next = Byte();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) return value;
        }

        throw Malformed("a length of more than four bytes");
    }

    public ReadOnlySpan<byte> Prefixed() => Take(UInt16());

    public string Text() => Encoding.UTF8.GetString(Prefixed());

    /// <summary>A reader of the properties that begin here; this one goes on after them.</summary>
    public MqttReader Properties()
    {
        var length = Variable();
        return new MqttReader(Take(length));
    }

    /// <summary>Passes over the value of a property that is of no interest.</summary>
    public void Skip(byte property)
    {
        switch (property)
        {
            case 0x01 or 0x17 or 0x19 or 0x24 or 0x25 or 0x28 or 0x29 or 0x2A:
                Take(1);
                break;
            case 0x13 or 0x21 or 0x22 or 0x23:
                Take(2);
                break;
            case 0x02 or 0x11 or 0x18 or 0x27:
                Take(4);
                break;
            case 0x03 or 0x08 or 0x09 or 0x12 or 0x15 or 0x16 or 0x1A or 0x1C or 0x1F:
                Prefixed();
                break;
            case MqttProperty.UserProperty:
                Prefixed();
                Prefixed();
                break;
            case 0x0B:
                Variable();
                break;
            default:
                throw Malformed($"the unknown property 0x{property:X2}");
        }
    }

    public static BrokerProtocolException Malformed(string what) => new(MqttDrivers.Broker, what);

    private ReadOnlySpan<byte> Take(int count)
    {
        if (count > _bytes.Length - Position) throw Malformed("a packet that ends too early");
        var taken = _bytes.Slice(Position, count);
        Position += count;
        return taken;
    }
}
