using System.Buffers.Binary;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>A request or a one-way message as its three frames.</summary>
/// <param name="correlation">Null where no answer is awaited.</param>
/// <param name="channelFrame">The channel's frame, written once per connection.</param>
/// <param name="payload">The message.</param>
internal readonly struct RequestFrames(Correlation? correlation, byte[] channelFrame, ReadOnlyMemory<byte> payload) : ILinkFrame
{
    /// <summary>An answer is awaited.</summary>
    public bool IsRequest => correlation is not null;

    public int SizeMax => 2 + sizeof(ulong) + channelFrame.Length + ZmtpFrame.HeaderBytesMax + payload.Length;

    /// <summary>The frame that names a channel.</summary>
    public static byte[] ChannelFrame(string channel)
    {
        var frame = new byte[ZmtpFrame.HeaderBytesMax + channel.Length];
        return frame[..ZmtpFrame.Write(frame, ZmtpFlags.More, System.Text.Encoding.ASCII.GetBytes(channel))];
    }

    public int Write(Span<byte> destination)
    {
        var length = ZmtpFrame.WriteHeader(destination, ZmtpFlags.More, correlation is null ? 0 : sizeof(ulong));
        if (correlation is { } present)
        {
            BinaryPrimitives.WriteUInt64BigEndian(destination[length..], present.ToUInt64());
            length += sizeof(ulong);
        }

        channelFrame.CopyTo(destination[length..]);
        length += channelFrame.Length;
        return length + ZmtpFrame.Write(destination[length..], 0, payload.Span);
    }
}
