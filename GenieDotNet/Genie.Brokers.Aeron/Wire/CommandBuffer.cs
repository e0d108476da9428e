using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// The ring buffer by which all clients send commands to the media driver (ManyToOneRingBuffer of Agrona 1.51). A record is
/// its length, its type and its bytes, aligned to eight; its length is negative until it is whole. One that would pass the
/// end is preceded by padding up to there. The counts of the trailer are 128 bytes apart.
/// </summary>
internal readonly struct CommandBuffer(SharedMemory memory)
{
    private const int TrailerBytes = 768;
    private const int TailOffset = 128;
    private const int HeadCacheOffset = 256;
    private const int HeadOffset = 384;
    private const int CorrelationOffset = 512;
    private const int HeaderBytes = 8;
    private const int TypeOffset = 4;
    private const int Alignment = 8;
    private const int PaddingType = -1;

    private readonly SharedMemory _memory = memory;
    private readonly int _capacity = memory.Length - TrailerBytes;

    /// <summary>A number that this media driver gave nobody else.</summary>
    public long NextCorrelationId() => _memory.GetAndAdd(_capacity + CorrelationOffset, 1);

    /// <summary>Sends a command.</summary>
    /// <exception cref="BrokerException">The media driver does not take commands fast enough, or at all.</exception>
    public void Write(int type, ReadOnlySpan<byte> command)
    {
        var recordBytes = command.Length + HeaderBytes;
        var index = Claim(Align(recordBytes));
        _memory.WriteInt32Release(index, -recordBytes);
        _memory.WriteInt32(index + TypeOffset, type);
        command.CopyTo(_memory.Bytes(index + HeaderBytes, command.Length));
        _memory.WriteInt32Release(index, recordBytes);
    }

    private static int Align(int bytes) => (bytes + Alignment - 1) & ~(Alignment - 1);

    private int Claim(int required)
    {
        var mask = _capacity - 1;
        var head = _memory.ReadInt64Acquire(_capacity + HeadCacheOffset);
        while (true)
        {
            var tail = _memory.ReadInt64Acquire(_capacity + TailOffset);
            var index = (int)tail & mask;
            var toEnd = _capacity - index;
            var padding = required > toEnd ? toEnd : 0;
            if (!HasRoom(head, tail, required, padding))
            {
                head = _memory.ReadInt64Acquire(_capacity + HeadOffset);
                if (!HasRoom(head, tail, required, padding)) throw new BrokerException("aeron: the media driver does not take commands, its buffer is full. Does it run?", isTransient: true);
                _memory.WriteInt64Release(_capacity + HeadCacheOffset, head);
            }

            if (!_memory.CompareAndSet(_capacity + TailOffset, tail, tail + required + padding)) continue;
            if (padding == 0) return index;
            _memory.WriteInt32Release(index, -padding);
            _memory.WriteInt32(index + TypeOffset, PaddingType);
            _memory.WriteInt32Release(index, padding);
            return 0;
        }
    }

    private bool HasRoom(long head, long tail, int required, int padding) => required + padding <= _capacity - (tail - head);
}
