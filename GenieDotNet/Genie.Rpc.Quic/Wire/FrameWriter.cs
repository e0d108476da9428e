using System.Buffers;

namespace Genie.Rpc.Quic;

/// <summary>Puts frames together in a buffer that is kept from one to the next. For one thread at a time.</summary>
internal sealed class FrameWriter(int maxMessageBytes) : IBufferWriter<byte>, IDisposable
{
    private const int FirstBytes = 512;
    private const int KeptBytes = 64 * 1024;
    private const int HeadBytes = 1 + VariableInteger.FourBytes;

    private byte[] _buffer = [];
    private int _written;
    private int _frameStart;

    /// <summary>What was put together since <see cref="Clear"/>.</summary>
    public ReadOnlyMemory<byte> Written => _buffer.AsMemory(0, _written);

    /// <summary>Begins a frame; its body is written through this writer, and <see cref="End"/> ends it.</summary>
    public void Begin(FrameType type)
    {
        _frameStart = _written;
        Reserve(HeadBytes)[0] = (byte)type;
        _written += HeadBytes;
    }

    /// <summary>Ends the frame.</summary>
    /// <exception cref="QuicRpcException">It is larger than allowed; it was taken back.</exception>
    public void End()
    {
        var bodyBytes = _written - _frameStart - HeadBytes;
        if (bodyBytes > maxMessageBytes)
        {
            TakeBack();
            throw RpcErrors.TooLarge(bodyBytes, maxMessageBytes);
        }

        VariableInteger.WriteFour(_buffer.AsSpan(_frameStart + 1), bodyBytes);
        _frameStart = _written;
    }

    /// <summary>Removes the frame that was begun and has not ended, if there is one.</summary>
    public void TakeBack() => _written = _frameStart;

    /// <summary>Starts over. A buffer that grew for one large message is given back.</summary>
    public void Clear()
    {
        _written = _frameStart = 0;
        if (_buffer.Length > KeptBytes) Dispose();
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _written));
        _written += count;
    }

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(Math.Max(sizeHint, 1));
        return _buffer.AsMemory(_written);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => Reserve(Math.Max(sizeHint, 1));

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_buffer.Length > 0) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
        _written = _frameStart = 0;
    }

    private Span<byte> Reserve(int bytes)
    {
        if (_buffer.Length - _written < bytes) Grow(bytes);
        return _buffer.AsSpan(_written);
    }

    private void Grow(int bytes)
    {
        // A serializer that writes for ever is stopped here, not by the memory's end.
        if (_written - _frameStart - HeadBytes > maxMessageBytes) throw RpcErrors.TooLarge(_written, maxMessageBytes);
        var larger = ArrayPool<byte>.Shared.Rent(Math.Max(FirstBytes, Math.Max(_buffer.Length * 2, _written + bytes)));
        _buffer.AsSpan(0, _written).CopyTo(larger);
        if (_buffer.Length > 0) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = larger;
    }
}
