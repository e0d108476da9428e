using System.Globalization;
using System.Text;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>HPUB &lt;subject&gt; [reply-to] &lt;header bytes&gt; &lt;total bytes&gt; CR LF headers payload CR LF, as the frame of PUB with another head.</summary>
internal static class HeaderFrame
{
    /// <summary>The frame of a message: PUB where it has no headers.</summary>
    /// <param name="info">What the server takes.</param>
    /// <param name="publishHead">The line of PUB up to the size, or up to the correlation.</param>
    /// <param name="correlation">Of a request.</param>
    /// <param name="message">An envelope, or a payload.</param>
    /// <exception cref="BrokerException">The server takes no headers, or not so many bytes; or they cannot be headers of NATS.</exception>
    public static PublishFrame Of(NatsServerInfo info, ReadOnlyMemory<byte> publishHead, Correlation? correlation, ReadOnlyMemory<byte> message)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return correlation is { } plain ? new PublishFrame(publishHead, plain, true, body) : new PublishFrame(publishHead, body);
        if (!info.Headers) throw new BrokerException($"nats: the server {info.Version} takes no headers: leave NativeHeaders off.", isTransient: false);
        var block = NatsHeaders.Format(headers);
        byte[] content = [.. block, .. body.Span];
        if (NatsTraits.Limit(info.MaxPayload).TooLarge(content.Length) is { } error) throw error;
        var head = new StringBuilder("H").Append(Encoding.ASCII.GetString(publishHead.Span));
        if (correlation is { } asked) head.Append(CultureInfo.InvariantCulture, $"{asked.ToUInt64():x16} ");
        return new PublishFrame(Encoding.ASCII.GetBytes(head.Append(CultureInfo.InvariantCulture, $"{block.Length} ").ToString()), content);
    }
}
