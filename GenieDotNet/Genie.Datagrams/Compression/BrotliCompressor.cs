using System.IO.Compression;

namespace Genie.Datagrams;

/// <summary>Brotli (RFC 7932), whose dictionary of common words suits short texts such as JSON.</summary>
/// <param name="quality">0 to 11: 0 to 2 take microseconds for a message of a kilobyte, 11 takes milliseconds.</param>
public sealed class BrotliCompressor(int quality = 1) : IDatagramCompressor
{
    private const int WindowBits = 18;

    private readonly int _quality = quality is >= 0 and <= 11 ? quality : throw new ArgumentOutOfRangeException(nameof(quality), quality, "Brotli has the qualities 0 to 11.");

    /// <inheritdoc/>
    public byte Id => 1;

    /// <inheritdoc/>
    public bool TryCompress(ReadOnlySpan<byte> message, Span<byte> destination, out int written) =>
        BrotliEncoder.TryCompress(message, destination, out written, _quality, WindowBits);

    /// <inheritdoc/>
    public bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination, out int written) =>
        BrotliDecoder.TryDecompress(compressed, destination, out written);
}
