using System.Buffers;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic;

/// <summary>
/// Reads frames from a stream into one buffer. What a frame's length claims is not believed before its bytes arrive: the buffer grows
/// with them. For one reader at a time.
/// </summary>
internal sealed class FrameReader(Stream stream, int maxMessageBytes) : IDisposable
{
    private const int FirstBytes = 1024;
    private const int KeptBytes = 64 * 1024;

    private byte[] _buffer = [];
    private int _start;
    private int _end;

    /// <summary>True while a read waits for bytes.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>True while a part of a frame has arrived and its rest has not.</summary>
    public bool IsInsideFrame => _end > _start;

    /// <summary>The next frame, or null at the stream's end.</summary>
    /// <exception cref="QuicRpcException">The bytes are no frame, or one that is larger than allowed.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Frame?> ReadAsync(CancellationToken cancellationToken = default)
    {
        while (true)
        {
            if (TryTake(out var frame)) return frame;
            MakeRoom();
            IsWaiting = true;
            var count = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken);
            IsWaiting = false;
            if (count == 0) return IsInsideFrame ? throw RpcErrors.Protocol("a stream ended within a frame") : null;
            _end += count;
        }
    }

    /// <summary>
    /// The next frame, and not a byte more than it: what follows is the application's.
    /// </summary>
    public async ValueTask<Frame?> ReadExactlyAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (TryTake(out var frame)) return frame;
            MakeRoom();
            var count = await stream.ReadAsync(_buffer.AsMemory(_end, MissingBytes()), cancellationToken);
            if (count == 0) return IsInsideFrame ? throw RpcErrors.Protocol("a stream ended within a frame") : null;
            _end += count;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_buffer.Length > 0) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = [];
        _start = _end = 0;
    }

    private bool TryTake(out Frame? frame)
    {
        frame = null;
        var available = _buffer.AsSpan(_start, _end - _start);
        if (available.IsEmpty) return false;
        var type = (FrameType)available[0];
        if (type is < FrameType.Call or > FrameType.Refused) throw RpcErrors.Protocol($"a frame of type {(byte)type}");
        if (!VariableInteger.TryRead(available[1..], out var bodyBytes, out var lengthBytes)) return false;
        if (bodyBytes > maxMessageBytes) throw RpcErrors.TooLarge(bodyBytes, maxMessageBytes);
        var bodyStart = 1 + lengthBytes;
        if (available.Length < bodyStart + bodyBytes) return false;
        frame = new Frame(type, _buffer.AsMemory(_start + bodyStart, (int)bodyBytes));
        _start += bodyStart + (int)bodyBytes;
        return true;
    }

    // The least that can still be missing of the frame.
    private int MissingBytes()
    {
        var available = _buffer.AsSpan(_start, _end - _start);
        if (available.Length < 2) return 2 - available.Length;
        return VariableInteger.TryRead(available[1..], out var bodyBytes, out var lengthBytes)
            ? (int)Math.Min(1 + lengthBytes + bodyBytes - available.Length, _buffer.Length - _end)
            : 1 + lengthBytes - available.Length;
    }

    private void MakeRoom()
    {
        if (_start == _end) Restart();
        if (_end < _buffer.Length) return;
        if (_start > 0) Compact(_buffer);
        else Compact(ArrayPool<byte>.Shared.Rent(Math.Max(FirstBytes, _buffer.Length * 2)));
    }

    private void Restart()
    {
        if (_buffer.Length > KeptBytes) Dispose();
        _start = _end = 0;
    }

    private void Compact(byte[] into)
    {
        Buffer.BlockCopy(_buffer, _start, into, 0, _end - _start);
        if (_buffer.Length > 0 && into != _buffer) ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = into;
        (_start, _end) = (0, _end - _start);
    }
}
