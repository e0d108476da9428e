using System.Buffers;
using System.Collections.Concurrent;

namespace Genie.Brokers;

/// <summary>
/// The pooled owner behind <see cref="Reply"/>. The version lets a stale copy of the struct be distinguished from the current
/// one, so that a second Dispose cannot give somebody else's buffer back.
/// </summary>
internal sealed class ReplyBuffer
{
    // Larger arrays go back to the shared pool at once: a thousand idle owners must not hold a thousand megabytes.
    private const int KeptBytesMax = 4096;
    private const int PoolSizeMax = 4096;

    private static readonly ConcurrentQueue<ReplyBuffer> Pool = new();
    private byte[] _bytes = [];
    private int _length;
    private int _version;

    public int Version => Volatile.Read(ref _version);

    public static ReplyBuffer Rent(ReadOnlySpan<byte> payload)
    {
        var buffer = Take(payload.Length);
        payload.CopyTo(buffer._bytes);
        return buffer;
    }

    public static ReplyBuffer Rent(in ReadOnlySequence<byte> payload)
    {
        var buffer = Take(checked((int)payload.Length));
        payload.CopyTo(buffer._bytes);
        return buffer;
    }

    public ReadOnlyMemory<byte> Read(int version)
    {
        ObjectDisposedException.ThrowIf(version != Version, typeof(Reply));
        return _bytes.AsMemory(0, _length);
    }

    public void Return(int version)
    {
        if (Interlocked.CompareExchange(ref _version, version + 1, version) != version) return;
        if (_bytes.Length > KeptBytesMax)
        {
            ArrayPool<byte>.Shared.Return(_bytes);
            _bytes = [];
        }

        if (Pool.Count < PoolSizeMax) Pool.Enqueue(this);
    }

    private static ReplyBuffer Take(int length)
    {
        if (!Pool.TryDequeue(out var buffer)) buffer = new ReplyBuffer();
        if (buffer._bytes.Length < length)
            buffer._bytes = length > KeptBytesMax ? ArrayPool<byte>.Shared.Rent(length) : new byte[Math.Max(512, (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)length))];
        buffer._length = length;
        return buffer;
    }
}
