using K4os.Compression.LZ4;

namespace Genie.Datagrams.Lz4;

/// <summary>LZ4 blocks without frames: the least processor time of all, and the least that is saved.</summary>
/// <param name="level">The fastest by default.</param>
public sealed class Lz4Compressor(LZ4Level level = LZ4Level.L00_FAST) : IDatagramCompressor
{
    /// <inheritdoc/>
    public byte Id => 3;

    /// <inheritdoc/>
    public bool TryCompress(ReadOnlySpan<byte> message, Span<byte> destination, out int written)
    {
        written = Math.Max(0, LZ4Codec.Encode(message, destination, level));
        return written > 0;
    }

    /// <inheritdoc/>
    public bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination, out int written)
    {
        written = LZ4Codec.Decode(compressed, destination);
        return written >= 0;
    }
}
