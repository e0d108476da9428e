using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// The media driver's messages to all clients (BroadcastReceiver of Agrona 1.51): a ring that its writer overwrites without
/// asking, so that a reader checks afterwards whether what it read was still whole.
/// </summary>
internal sealed class BroadcastBuffer
{
    private const int TrailerBytes = 128;
    private const int TailIntentOffset = 0;
    private const int TailOffset = 8;
    private const int LatestOffset = 16;
    private const int HeaderBytes = 8;
    private const int TypeOffset = 4;
    private const int Alignment = 8;
    private const int PaddingType = -1;

    private readonly SharedMemory _memory;
    private readonly int _capacity;
    private byte[] _copy = new byte[4096];
    private long _next;

    /// <summary>Begins with the newest message.</summary>
    public BroadcastBuffer(SharedMemory memory)
    {
        (_memory, _capacity) = (memory, memory.Length - TrailerBytes);
        _next = memory.ReadInt64Acquire(_capacity + LatestOffset);
    }

    /// <summary>Receives the next message, if there is one.</summary>
    /// <exception cref="LinkLostException">The media driver overtook this reader; what it said is lost.</exception>
    public bool TryReceive(out int type, out ReadOnlySpan<byte> message)
    {
        type = 0;
        message = default;
        while (_memory.ReadInt64Acquire(_capacity + TailOffset) > _next)
        {
            var cursor = _next;
            ExpectWhole(cursor);
            var offset = (int)cursor & (_capacity - 1);
            var length = _memory.ReadInt32(offset);
            type = _memory.ReadInt32(offset + TypeOffset);
            var isMessage = type != PaddingType;
            if (isMessage) Copy(offset + HeaderBytes, length - HeaderBytes);
            ExpectWhole(cursor);
            _next = cursor + ((length + Alignment - 1) & ~(Alignment - 1));
            if (!isMessage) continue;
            message = _copy.AsSpan(0, length - HeaderBytes);
            return true;
        }

        return false;
    }

    private void Copy(int offset, int length)
    {
        // A length that was overwritten while it was read may be anything; what it leads to is thrown away by the check that follows.
        if (length < 0 || length > _capacity - offset) return;
        if (_copy.Length < length) _copy = new byte[length];
        _memory.Bytes(offset, length).CopyTo(_copy);
    }

    private void ExpectWhole(long cursor)
    {
        Thread.MemoryBarrier();
        if (cursor + _capacity <= _memory.ReadInt64Acquire(_capacity + TailIntentOffset))
            throw new LinkLostException(AeronDrivers.Name, "this process was too slow to read the media driver's messages");
    }
}
