using System.Buffers.Binary;
using NetMQ;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>The frames of the message that a socket received last; valid until the next is received.</summary>
internal sealed class NetMQFrames
{
    // Routing id, correlation, channel, message: no message of ours has more.
    private const int KeptMax = 4;

    private readonly Msg[] _frames = new Msg[KeptMax];

    public NetMQFrames()
    {
        for (var i = 0; i < KeptMax; i++) _frames[i].InitEmpty();
    }

    /// <summary>How many the message had; only the first four are kept.</summary>
    public int Count { get; private set; }

    /// <summary>The bytes of a frame.</summary>
    public ReadOnlyMemory<byte> this[int index] => _frames[index].SliceAsMemory();

    /// <summary>Receives a message if one is there.</summary>
    public bool TryReceive(NetMQSocket socket)
    {
        if (!socket.TryReceive(ref _frames[0], TimeSpan.Zero)) return false;
        for (Count = 1; _frames[Math.Min(Count, KeptMax) - 1].HasMore; Count++) socket.Receive(ref _frames[Math.Min(Count, KeptMax - 1)]);
        return true;
    }

    /// <summary>Reads a frame that holds a correlation, or nothing.</summary>
    /// <returns>False for anything else.</returns>
    public bool TryReadCorrelation(int index, out ulong? correlation)
    {
        correlation = null;
        var bytes = this[index].Span;
        if (bytes.Length == sizeof(ulong)) correlation = BinaryPrimitives.ReadUInt64BigEndian(bytes);
        return bytes.Length is 0 or sizeof(ulong);
    }
}
