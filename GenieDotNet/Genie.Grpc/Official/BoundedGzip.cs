using System.IO.Compression;
using Grpc.Core;
using Grpc.Net.Compression;

namespace Genie.Grpc.Official;

/// <summary>gzip whose messages end at a size: Grpc.AspNetCore limits what arrives, and not what that unfolds to.</summary>
internal sealed class BoundedGzip(int messageBytesMax) : ICompressionProvider
{
    /// <summary>The encoding's name.</summary>
    public const string Name = "gzip";

    /// <inheritdoc/>
    public string EncodingName => Name;

    /// <inheritdoc/>
    public Stream CreateCompressionStream(Stream stream, CompressionLevel? compressionLevel) =>
        new GZipStream(stream, compressionLevel ?? CompressionLevel.Fastest, leaveOpen: true);

    /// <inheritdoc/>
    public Stream CreateDecompressionStream(Stream stream) => new BoundedStream(stream, messageBytesMax);

    private sealed class BoundedStream(Stream stream, int bytesMax) : GZipStream(stream, CompressionMode.Decompress, leaveOpen: true)
    {
        private long _bytes;

        public override int Read(byte[] buffer, int offset, int count) => Count(base.Read(buffer, offset, count));

        public override int Read(Span<byte> buffer) => Count(base.Read(buffer));

        // The base class would decompress past the counting.
        public override void CopyTo(Stream destination, int bufferSize)
        {
            var buffer = new byte[bufferSize];
            while (Read(buffer, 0, bufferSize) is var count and > 0) destination.Write(buffer, 0, count);
        }

        private int Count(int bytes) =>
            (_bytes += bytes) <= bytesMax ? bytes
                : throw new RpcException(new Status(StatusCode.ResourceExhausted, $"A request unfolds beyond the largest allowed, {bytesMax} bytes."));
    }
}
