using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Grpc.Kestrel;

/// <summary>Length-Prefixed-Message of doc/PROTOCOL-HTTP2.md: a flag for compression, four bytes of length in network order, the message.</summary>
internal static class MessageFraming
{
    private const int PrefixBytes = 5;

    /// <summary>Takes a whole message off the front of a buffer; false while it is not all there.</summary>
    /// <exception cref="GrpcStatusException">It is longer than allowed, or its flag is unknown.</exception>
    public static bool TryRead(ref ReadOnlySequence<byte> buffer, int messageBytesMax, out bool isCompressed, out ReadOnlySequence<byte> payload)
    {
        (isCompressed, payload) = (false, default);
        if (buffer.Length < PrefixBytes) return false;
        Span<byte> prefix = stackalloc byte[PrefixBytes];
        buffer.Slice(0, PrefixBytes).CopyTo(prefix);
        if (prefix[0] > 1) throw new GrpcStatusException(GrpcStatusCode.Internal, $"A message's compression flag is {prefix[0]}, not 0 or 1.");
        var length = BinaryPrimitives.ReadUInt32BigEndian(prefix[1..]);

        // Judged by its announced length, before anything of it is kept.
        if (length > messageBytesMax) throw TooLarge(length, messageBytesMax);
        if (buffer.Length - PrefixBytes < length) return false;
        isCompressed = prefix[0] == 1;
        payload = buffer.Slice(PrefixBytes, length);
        buffer = buffer.Slice(payload.End);
        return true;
    }

    /// <summary>Appends a message.</summary>
    public static void Write(IBufferWriter<byte> output, ReadOnlySpan<byte> message, MessageEncoding encoding)
    {
        var payload = encoding == MessageEncoding.Identity ? message : MessageCompression.Compress(message);
        var prefix = output.GetSpan(PrefixBytes);
        prefix[0] = encoding == MessageEncoding.Identity ? (byte)0 : (byte)1;
        BinaryPrimitives.WriteInt32BigEndian(prefix[1..], payload.Length);
        output.Advance(PrefixBytes);
        output.Write(payload);
    }

    /// <summary>The error for a request beyond the limit.</summary>
    public static GrpcStatusException TooLarge(long bytes, int messageBytesMax) =>
        new(GrpcStatusCode.ResourceExhausted, $"A request of {bytes} bytes exceeds the largest allowed, {messageBytesMax}. Send less, or raise the server's limit.");
}
