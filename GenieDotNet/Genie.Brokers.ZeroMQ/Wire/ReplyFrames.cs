using System.Buffers.Binary;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>An answer as its two frames, or as one that says that nobody listens on the channel.</summary>
/// <param name="correlation">The request's, as it came.</param>
/// <param name="envelope">The answer in its envelope; null where nobody listens.</param>
internal readonly struct ReplyFrames(ulong correlation, ReadOnlyMemory<byte>? envelope) : ILinkFrame
{
    public int SizeMax => 2 + sizeof(ulong) + ZmtpFrame.HeaderBytesMax + (envelope?.Length ?? 0);

    public int Write(Span<byte> destination)
    {
        var length = ZmtpFrame.WriteHeader(destination, envelope is null ? (byte)0 : ZmtpFlags.More, sizeof(ulong));
        BinaryPrimitives.WriteUInt64BigEndian(destination[length..], correlation);
        length += sizeof(ulong);
        return envelope is { } answer ? length + ZmtpFrame.Write(destination[length..], 0, answer.Span) : length;
    }
}
