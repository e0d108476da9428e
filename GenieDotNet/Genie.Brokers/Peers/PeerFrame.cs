using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Links;

namespace Genie.Brokers.Peers;

/// <summary>
/// A frame on a link between two peers, each direction alike: the length of what follows (4 bytes, big endian), the kind (1 byte), a number (8 bytes, big endian), and the body.
/// </summary>
/// <param name="kind">What it is.</param>
/// <param name="number">Its number.</param>
/// <param name="body">The message or the answer's envelope; the caller's again when the write completes.</param>
internal readonly struct PeerFrame(PeerFrameKind kind, ulong number, ReadOnlyMemory<byte> body) : ILinkFrame
{
    /// <summary>Bytes before the body.</summary>
    public const int HeaderBytes = sizeof(int) + HeadBytes;

    private const int HeadBytes = sizeof(PeerFrameKind) + sizeof(ulong);

    public PeerFrameKind Kind => kind;

    public int SizeMax => HeaderBytes + body.Length;

    public int Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt32BigEndian(destination, HeadBytes + body.Length);
        destination[sizeof(int)] = (byte)kind;
        BinaryPrimitives.WriteUInt64BigEndian(destination[(sizeof(int) + 1)..], number);
        body.Span.CopyTo(destination[HeaderBytes..]);
        return HeaderBytes + body.Length;
    }

    /// <summary>Takes a whole frame from the start of <paramref name="buffer"/>; false, and nothing is taken, if its end is not there yet.</summary>
    /// <exception cref="BrokerException">A length that no frame has.</exception>
    public static bool TryTake(string broker, ref ReadOnlySequence<byte> buffer, long bodyBytesMax, out PeerFrameKind kind, out ulong number, out ReadOnlySequence<byte> body)
    {
        (kind, number, body) = (default, 0, default);
        if (buffer.Length < HeaderBytes) return false;
        Span<byte> header = stackalloc byte[HeaderBytes];
        buffer.Slice(0, HeaderBytes).CopyTo(header);
        var bodyBytes = (long)BinaryPrimitives.ReadUInt32BigEndian(header) - HeadBytes;
        if (bodyBytes < 0 || bodyBytes > bodyBytesMax) throw new BrokerException($"{broker}: a frame of {bodyBytes:N0} bytes where at most {bodyBytesMax:N0} are taken: raise {broker}.max-message-bytes on both sides, if the peer is a Genie's.", isTransient: true);
        if (buffer.Length < HeaderBytes + bodyBytes) return false;
        kind = (PeerFrameKind)header[sizeof(int)];
        number = BinaryPrimitives.ReadUInt64BigEndian(header[(sizeof(int) + 1)..]);
        body = buffer.Slice(HeaderBytes, bodyBytes);
        buffer = buffer.Slice(body.End);
        return true;
    }
}
