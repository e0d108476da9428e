using System.Buffers.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>PUB &lt;subject&gt; [reply-to] &lt;bytes&gt; CR LF payload CR LF.</summary>
/// <param name="head">The line up to the size, or up to the correlation that ends the reply subject.</param>
/// <param name="correlation">Ends the reply subject if <paramref name="hasCorrelation"/>.</param>
/// <param name="hasCorrelation">True for a request.</param>
/// <param name="payload">The message.</param>
internal readonly struct PublishFrame(ReadOnlyMemory<byte> head, Correlation correlation, bool hasCorrelation, ReadOnlyMemory<byte> payload) : ILinkFrame
{
    private const int SizeDigitsMax = 10;
    private const int Separators = 5;

    public PublishFrame(ReadOnlyMemory<byte> head, ReadOnlyMemory<byte> payload)
        : this(head, default, false, payload)
    {
    }

    public int SizeMax => head.Length + Correlation.FormattedBytes + SizeDigitsMax + Separators + payload.Length;

    public int Write(Span<byte> destination)
    {
        head.Span.CopyTo(destination);
        var length = head.Length;
        if (hasCorrelation)
        {
            correlation.TryFormat(destination[length..], out var written);
            length += written;
            destination[length++] = (byte)' ';
        }

        Utf8Formatter.TryFormat(payload.Length, destination[length..], out var digits);
        length += digits;
        length += WriteLineEnd(destination[length..]);
        payload.Span.CopyTo(destination[length..]);
        length += payload.Length;
        return length + WriteLineEnd(destination[length..]);
    }

    private static int WriteLineEnd(Span<byte> destination)
    {
        destination[1] = (byte)'\n';
        destination[0] = (byte)'\r';
        return 2;
    }
}
