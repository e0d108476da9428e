using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>An answer, and behind it the acknowledgement of the message it answers: one write, and the server takes the
/// answer first.</summary>
internal readonly struct AnswerFrame(ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> envelope, ReadOnlyMemory<byte> acknowledgement) : ILinkFrame
{
    public int SizeMax => head.Length + SendFrame.BodySizeMax(envelope.Length) + acknowledgement.Length;

    public int Write(Span<byte> destination)
    {
        head.Span.CopyTo(destination);
        var length = head.Length + SendFrame.WriteBody(destination[head.Length..], envelope.Span);
        acknowledgement.Span.CopyTo(destination[length..]);
        return length + acknowledgement.Length;
    }
}
