using System.Buffers.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>SEND (STOMP 1.2, "SEND") with its length, so that the body may hold any byte.</summary>
/// <param name="head">The command and headers, up to the value that <paramref name="correlation"/> is to be.</param>
/// <param name="correlation">Ends the head's last header if <paramref name="hasCorrelation"/>.</param>
/// <param name="hasCorrelation">True for a request (correlation-id) and for a message to be confirmed (receipt).</param>
/// <param name="payload">The body.</param>
internal readonly struct SendFrame(ReadOnlyMemory<byte> head, Correlation correlation, bool hasCorrelation, ReadOnlyMemory<byte> payload) : ILinkFrame
{
    private const int SizeDigitsMax = 10;

    private static ReadOnlySpan<byte> ContentLength => "content-length:"u8;

    public int SizeMax => head.Length + Correlation.FormattedBytes + 1 + BodySizeMax(payload.Length);

    /// <summary>What <see cref="WriteBody"/> needs at most.</summary>
    public static int BodySizeMax(int payloadBytes) => ContentLength.Length + SizeDigitsMax + 3 + payloadBytes;

    public int Write(Span<byte> destination)
    {
        head.Span.CopyTo(destination);
        var length = head.Length;
        if (hasCorrelation)
        {
            correlation.TryFormat(destination[length..], out var written);
            length += written;
            destination[length++] = (byte)'\n';
        }

        return length + WriteBody(destination[length..], payload.Span);
    }

    /// <summary>Writes the last header, content-length, and what follows the headers.</summary>
    public static int WriteBody(Span<byte> destination, ReadOnlySpan<byte> payload)
    {
        ContentLength.CopyTo(destination);
        var length = ContentLength.Length;
        Utf8Formatter.TryFormat(payload.Length, destination[length..], out var digits);
        length += digits;
        destination[length++] = (byte)'\n';
        destination[length++] = (byte)'\n';
        payload.CopyTo(destination[length..]);
        length += payload.Length;
        destination[length] = 0;
        return length + 1;
    }
}
