using System.Buffers;

namespace Genie.Brokers.Frame;

/// <summary>
/// A reusable message buffer with room for the frame before the payload: begin, write the payload into it, seal. Not
/// safe for concurrent callers; keep one per request in flight.
/// </summary>
public class FramedMessage : IBufferWriter<byte>
{
    private const int InitialBytes = 512;

    private byte[] _bytes = new byte[InitialBytes];
    private int _length = MessageFrame.HeaderBytes;

    /// <summary>The frame given to <see cref="Begin"/>.</summary>
    public MessageFrame Frame { get; private set; }

    /// <summary>What was written since <see cref="Begin"/>.</summary>
    public ReadOnlyMemory<byte> Payload => _bytes.AsMemory(MessageFrame.HeaderBytes, _length - MessageFrame.HeaderBytes);

    /// <summary>Empties the buffer for a message of this frame.</summary>
    public void Begin(in MessageFrame frame)
    {
        Frame = frame;
        _length = MessageFrame.HeaderBytes;
    }

    /// <summary>Writes the header with its checksum and returns the whole message, valid until the next <see cref="Begin"/>.</summary>
    public ReadOnlyMemory<byte> Seal()
    {
        Frame.Seal(_bytes.AsSpan(0, _length));
        return _bytes.AsMemory(0, _length);
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _bytes.Length - _length);
        _length += count;
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(_length);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(_length);
    }

    private void Reserve(int sizeHint)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        var needed = checked(_length + Math.Max(sizeHint, 1));
        if (needed > _bytes.Length) Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(needed, 2L * _bytes.Length)));
    }
}
