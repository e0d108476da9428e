using System.Text;
using Genie.Brokers.Envelopes;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>A message's own headers among those of its frame (STOMP 1.2, "Standard Headers").</summary>
internal static class StompHeaders
{
    // Receivers take no more in one frame, with what the server adds.
    private const int OwnBytesMax = StompParser.HeadBytesMax - 4096;

    /// <summary>A head of SEND with the headers of an envelope before its last header, whose value is still to come, and the body.</summary>
    /// <param name="head">The command and headers.</param>
    /// <param name="message">An envelope, or a payload.</param>
    /// <param name="maxBytes">What headers and body may take together.</param>
    /// <exception cref="BrokerException">They take more, or have a name of STOMP's.</exception>
    public static (ReadOnlyMemory<byte> Head, ReadOnlyMemory<byte> Body) Insert(byte[] head, ReadOnlyMemory<byte> message, int maxBytes)
    {
        var (headers, body) = NativeHeaders.Unpack(message);
        if (headers.Count == 0) return (head, body);
        var text = new StringBuilder();
        foreach (var (name, value) in headers)
        {
            HeaderNames.Check(name);
            text.Append(StompText.Escape(name)).Append(':').Append(StompText.Escape(value)).Append('\n');
        }

        var own = Encoding.UTF8.GetBytes(text.ToString());
        if (own.Length > OwnBytesMax) throw new MessageHeadersException($"activemq: the headers have {own.Length:N0} bytes, and those of a STOMP frame at most {OwnBytesMax:N0}. Put what is long into the body, or leave NativeHeaders off.");
        if (own.Length + body.Length > maxBytes) throw new PayloadTooLargeException(ActiveMQDrivers.Broker, own.Length + body.Length, maxBytes);
        var end = Array.LastIndexOf(head, (byte)'\n') + 1;
        return ((byte[])[.. head[..end], .. own, .. head[end..]], body);
    }

    /// <summary>The application's headers among a frame's.</summary>
    /// <param name="lines">The frame's header lines as they came.</param>
    /// <exception cref="BrokerProtocolException">An escape that STOMP does not know.</exception>
    public static IEnumerable<KeyValuePair<string, string>> Read(ReadOnlySpan<byte> lines)
    {
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var range in lines.Split((byte)'\n'))
        {
            var line = lines[range].TrimEnd((byte)'\r');
            if (line.IndexOf((byte)':') is not (> 0 and var colon)) continue;

            // "Repeated Header Entries": only the first of several of one name counts.
            var name = StompText.Unescape(line[..colon]);
            if (!HeaderNames.IsServers(name)) headers.TryAdd(name, StompText.Unescape(line[(colon + 1)..]));
        }

        return headers;
    }
}
