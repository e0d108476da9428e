using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>Reads the numbers and texts of a media driver's message one after the other.</summary>
internal ref struct MessageReader(ReadOnlySpan<byte> message)
{
    private ReadOnlySpan<byte> _rest = message;

    public int ReadInt32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    public long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    public string ReadText() => Encoding.UTF8.GetString(Take(ReadInt32()));

    private ReadOnlySpan<byte> Take(int length)
    {
        if (length < 0 || length > _rest.Length) throw new BrokerProtocolException(AeronDrivers.Name, "a message of the media driver ends too early");
        var taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
