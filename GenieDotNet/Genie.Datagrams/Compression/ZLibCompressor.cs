using System.IO.Compression;

namespace Genie.Datagrams;

/// <summary>zlib (RFC 1950). Allocates some hundred bytes for each message, as .NET 10 has it for streams only.</summary>
/// <param name="level">Fastest by default.</param>
public sealed class ZLibCompressor(CompressionLevel level = CompressionLevel.Fastest) : IDatagramCompressor
{
    /// <inheritdoc/>
    public byte Id => 2;

    /// <inheritdoc/>
    public unsafe bool TryCompress(ReadOnlySpan<byte> message, Span<byte> destination, out int written)
    {
        fixed (byte* start = destination)
        {
            var output = new Compression.BoundedStream(start, destination.Length);
            using (var stream = new ZLibStream(output, level, leaveOpen: true)) stream.Write(message);
            written = output.HasOverflowed ? 0 : (int)output.Position;
            return !output.HasOverflowed;
        }
    }

    /// <inheritdoc/>
    public unsafe bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination, out int written)
    {
        written = 0;
        fixed (byte* start = compressed)
        {
            try
            {
                using var stream = new ZLibStream(new Compression.BoundedStream(start, compressed.Length), CompressionMode.Decompress);
                written = stream.ReadAtLeast(destination, destination.Length, throwOnEndOfStream: false);
                return stream.ReadByte() < 0;
            }
            catch (Exception error) when (error is InvalidDataException or IOException)
            {
                // Damaged, or made with a dictionary that nobody has (ZLibException).
                return false;
            }
        }
    }
}
