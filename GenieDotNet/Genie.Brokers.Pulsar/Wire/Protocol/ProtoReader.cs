namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Reads a protobuf message in place (protobuf.dev/programming-guides/encoding), for commands that come with every message.</summary>
internal ref struct ProtoReader(ReadOnlySpan<byte> bytes)
{
    private const int VarintBytesMax = 10;
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>The number of the field that was read last.</summary>
    public int Field { get; private set; }

    /// <summary>Its value if it is a number, else 0.</summary>
    public ulong Number { get; private set; }

    /// <summary>Its bytes if it is text, bytes or a message, else empty.</summary>
    public ReadOnlySpan<byte> Bytes { get; private set; }

    /// <summary>Reads the next field; false at the end.</summary>
    /// <exception cref="BrokerProtocolException">This is no protobuf message.</exception>
    public bool TryRead()
    {
        if (_rest.IsEmpty) return false;
        var tag = ReadVarint();
        Field = (int)(tag >> 3);
        Number = 0;
        Bytes = default;
        switch (tag & 7)
        {
            case 0:
                Number = ReadVarint();
                break;
            case 1:
                Take(sizeof(ulong));
                break;
            case 2:
                var length = ReadVarint();
                if (length > (ulong)_rest.Length) throw Broken();
                Bytes = Take((int)length);
                break;
            case 5:
                Take(sizeof(uint));
                break;
            default:
                throw Broken();
        }

        return true;
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        if (length > _rest.Length) throw Broken();
        var taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }

    private ulong ReadVarint()
    {
        var value = 0UL;
        for (var i = 0; i < VarintBytesMax && i < _rest.Length; i++)
        {
            value |= (ulong)(_rest[i] & 0x7F) << (7 * i);
            if (_rest[i] > 0x7F) continue;
            _rest = _rest[(i + 1)..];
            return value;
        }

        throw Broken();
    }

    private static BrokerProtocolException Broken() => new(PulsarDrivers.Broker, "a command that is no protobuf message");
}
