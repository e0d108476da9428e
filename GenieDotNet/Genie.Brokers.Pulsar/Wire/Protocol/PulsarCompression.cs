using System.Buffers;
using System.IO.Compression;
using K4os.Compression.LZ4;
using ZstdSharp;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Decompresses what producers of other clients compressed (MessageMetadata.compression, CompressionType).</summary>
internal static class PulsarCompression
{
    private const ulong Lz4 = 1;
    private const ulong Zlib = 2;
    private const ulong Zstd = 3;
    private const ulong Snappy = 4;

    /// <summary>True if the compression is one of those that the protocol has.</summary>
    public static bool IsKnown(ulong type) => type <= Snappy;

    /// <summary>Decompresses a payload.</summary>
    /// <param name="type">The compression's number, a known one and not 0.</param>
    /// <param name="compressed">The payload.</param>
    /// <param name="bytes">What it takes when decompressed, as its metadata say; the caller has bounded it.</param>
    /// <returns>Exactly so many bytes, or null if it is no such payload.</returns>
    public static byte[]? Decompress(ulong type, ReadOnlySequence<byte> compressed, int bytes)
    {
        var source = compressed.IsSingleSegment ? compressed.FirstSpan : compressed.ToArray();
        var payload = new byte[bytes];
        try
        {
            var written = type switch
            {
                // A block without a frame around it; its length is nowhere but in the metadata.
                Lz4 => bytes == 0 ? 0 : LZ4Codec.Decode(source, payload),
                Zlib => Inflate(compressed, payload),
                Zstd => Unwrap(source, payload),
                Snappy => Snappier.Snappy.GetUncompressedLength(source) == bytes ? Snappier.Snappy.Decompress(source, payload) : -1,
                _ => throw new ArgumentOutOfRangeException(nameof(type)),
            };
            return written == bytes ? payload : null;
        }
        catch (Exception error) when (error is InvalidDataException or ZstdException or ArgumentException or OverflowException)
        {
            return null;
        }
    }

    private static int Inflate(ReadOnlySequence<byte> compressed, byte[] payload)
    {
        using var source = new MemoryStream(compressed.ToArray());
        using var stream = new ZLibStream(source, CompressionMode.Decompress);
        var read = stream.ReadAtLeast(payload, payload.Length, throwOnEndOfStream: false);
        return stream.ReadByte() < 0 ? read : -1;
    }

    private static int Unwrap(ReadOnlySpan<byte> source, byte[] payload)
    {
        using var decompressor = new Decompressor();
        return decompressor.Unwrap(source, payload);
    }
}
