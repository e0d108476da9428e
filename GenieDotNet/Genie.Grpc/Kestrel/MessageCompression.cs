using System.Buffers;
using System.IO.Compression;

namespace Genie.Grpc.Kestrel;

/// <summary>Messages compressed one by one.</summary>
internal static class MessageCompression
{
    private const int StepBytes = 16 * 1024;

    /// <summary>A message as gzip.</summary>
    public static byte[] Compress(ReadOnlySpan<byte> message)
    {
        using var output = new MemoryStream();
        using (var gzip = new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true)) gzip.Write(message);
        return output.ToArray();
    }

    /// <summary>The message within a payload.</summary>
    /// <exception cref="GrpcStatusException">No encoding was announced, the bytes are none of it, or the message is larger than allowed.</exception>
    public static ReadOnlySequence<byte> Decompress(in ReadOnlySequence<byte> payload, MessageEncoding encoding, int messageBytesMax)
    {
        if (encoding == MessageEncoding.Identity)
            throw new GrpcStatusException(GrpcStatusCode.Internal, "A message is marked as compressed and no grpc-encoding says how.");
        var plain = new ArrayBufferWriter<byte>();
        try
        {
            using var gzip = new GZipStream(new MemoryStream(payload.ToArray()), CompressionMode.Decompress);
            while (gzip.Read(plain.GetSpan(StepBytes)) is var count and > 0)
            {
                plain.Advance(count);

                // A few bytes can unfold to any number: stop at the first too many.
                if (plain.WrittenCount > messageBytesMax) throw MessageFraming.TooLarge(plain.WrittenCount, messageBytesMax);
            }
        }
        catch (InvalidDataException error)
        {
            throw new GrpcStatusException(GrpcStatusCode.Internal, "A message is marked as compressed and is no gzip.", error);
        }

        return new ReadOnlySequence<byte>(plain.WrittenMemory);
    }
}
