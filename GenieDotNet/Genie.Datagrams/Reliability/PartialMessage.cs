namespace Genie.Datagrams.Reliability;

/// <summary>A message of which some fragments have arrived, in any order. Used again for others.</summary>
internal sealed class PartialMessage
{
    private const int WordBits = 64;
    private ulong[] _received = new ulong[4];
    private int _receivedCount;
    private int _lastBytes;

    public DeliveryMode Mode { get; private set; }

    public byte Channel { get; private set; }

    public bool IsCompressed { get; private set; }

    public long First { get; private set; }

    public int Count { get; private set; }

    public byte[] Buffer { get; private set; } = [];

    public int Bytes => ((Count - 1) * Protocol.PacketFormat.FragmentBytes) + _lastBytes;

    public bool IsComplete => _receivedCount == Count;

    public void Start(in IncomingFrame frame, long first, byte[] buffer)
    {
        (Mode, Channel, First, Count, Buffer) = (frame.Mode, frame.Channel, first, frame.Count, buffer);
        (_receivedCount, _lastBytes, IsCompressed) = (0, 0, frame.IsCompressed);
        var words = (Count + WordBits - 1) / WordBits;
        if (_received.Length < words) _received = new ulong[words];
        else Array.Clear(_received);
    }

    public void Add(in IncomingFrame frame)
    {
        ref var word = ref _received[frame.Index / WordBits];
        var bit = 1UL << (frame.Index % WordBits);
        if ((word & bit) != 0) return;
        word |= bit;
        _receivedCount++;
        if (frame.Index == Count - 1) _lastBytes = frame.Payload.Length;
        frame.Payload.CopyTo(Buffer.AsSpan(frame.Index * Protocol.PacketFormat.FragmentBytes));
    }

    public byte[] TakeBuffer()
    {
        var buffer = Buffer;
        Buffer = [];
        return buffer;
    }
}
