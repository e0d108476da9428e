using System.Buffers;
using System.Numerics;

namespace Genie.Datagrams.Memory;

/// <summary>
/// Buffers of powers of two, kept for the next use. Small ones are kept here, as most messages are small and the endpoint's lock is held anyway;
/// larger ones come from the shared pool. Not for concurrent callers.
/// </summary>
internal sealed class BlockPool
{
    private const int SmallestBits = 6;
    private const int LargestBits = 11;
    private const int KeptOfEach = 1_024;

    private readonly Stack<byte[]>[] _blocks = [.. Enumerable.Range(SmallestBits, LargestBits - SmallestBits + 1).Select(_ => new Stack<byte[]>())];

    /// <summary>Bytes of the buffers that are kept here.</summary>
    public long KeptBytes
    {
        get
        {
            var bytes = 0L;
            for (var i = 0; i < _blocks.Length; i++) bytes += (long)_blocks[i].Count << (i + SmallestBits);
            return bytes;
        }
    }

    /// <summary>A buffer of at least so many bytes.</summary>
    public byte[] Rent(int length)
    {
        var index = IndexOf(length);
        if (index >= _blocks.Length) return ArrayPool<byte>.Shared.Rent(length);
        return _blocks[index].TryPop(out var block) ? block : new byte[1 << (index + SmallestBits)];
    }

    /// <summary>Gives a buffer of <see cref="Rent"/> back.</summary>
    public void Return(byte[] block)
    {
        var index = IndexOf(block.Length);
        if (index >= _blocks.Length) ArrayPool<byte>.Shared.Return(block);
        else if (_blocks[index].Count < KeptOfEach) _blocks[index].Push(block);
    }

    private static int IndexOf(int length) =>
        length <= 1 << SmallestBits ? 0 : BitOperations.Log2((uint)length - 1) + 1 - SmallestBits;
}
