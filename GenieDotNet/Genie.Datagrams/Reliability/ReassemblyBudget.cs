using Genie.Datagrams.Memory;

namespace Genie.Datagrams.Reliability;

/// <summary>Buffers of a connection for what cannot be delivered yet, up to a limit.</summary>
internal sealed class ReassemblyBudget(BlockPool blocks, long limitBytes, int maxMessageBytes)
{
    public int MaxMessageBytes => maxMessageBytes;

    public long UsedBytes { get; private set; }

    /// <summary>A buffer, or null beyond the limit.</summary>
    /// <param name="length">Bytes that are needed.</param>
    /// <param name="isNext">True for what a channel cannot go on without: refusing it would stop the channel for good.</param>
    public byte[]? TryRent(int length, bool isNext = false)
    {
        if (!isNext && UsedBytes + length > limitBytes) return null;
        var block = blocks.Rent(length);
        UsedBytes += block.Length;
        return block;
    }

    public void Return(byte[] block)
    {
        if (block.Length == 0) return;
        UsedBytes -= block.Length;
        blocks.Return(block);
    }
}
