using System.Text;
using Genie.Brokers.ActiveMQ.Wire.Protocol;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>
/// What STOMP leaves to the server: the specification calls destinations opaque and says nothing of prefetch or of
/// temporary queues ("Destinations are not specified").
/// </summary>
internal abstract class StompDialect
{
    /// <summary>Where the correlation's digits go on in a head.</summary>
    private const string Persistent = "persistent:true\n";

    /// <summary>The dialect of a server, by the <c>server</c> header of its CONNECTED.</summary>
    public static StompDialect Of(string server) => server.StartsWith("ActiveMQ-Artemis", StringComparison.OrdinalIgnoreCase) ? ArtemisDialect.Instance : ClassicDialect.Instance;

    /// <summary>SEND, with whatever header is to follow.</summary>
    public byte[] PublishHead(ActiveMQDestination destination, bool persistent, string last = "") => Utf8($"SEND\n{SendHeaders(destination)}{(persistent ? Persistent : "")}{last}");

    /// <summary>SEND with the way back, up to the value of correlation-id.</summary>
    public byte[] RequestHead(ActiveMQDestination destination, string inbox, bool persistent) =>
        PublishHead(destination, persistent, $"reply-to:{StompText.Escape(ReplyTo(inbox))}\ncorrelation-id:");

    /// <summary>SUBSCRIBE to what has its messages acknowledged one by one; headers only.</summary>
    public string ListenHeaders(ActiveMQDestination destination, int prefetch, ActiveMQOptions options) =>
        $"id:0\nack:client-individual\n{ConsumerHeaders(destination)}{PrefetchHeader(prefetch, options)}";

    /// <summary>SUBSCRIBE to a queue, to take all it has; headers only.</summary>
    public string DrainHeaders(ActiveMQDestination queue) => $"id:0\nack:auto\n{ConsumerHeaders(queue)}";

    /// <summary>SUBSCRIBE to the destination that answers come to, which the server removes with the connection; headers only.</summary>
    public string InboxHeaders(string inbox) => $"id:0\nack:auto\n{InboxConsumerHeaders(inbox)}";

    /// <summary>Writes SEND to where a reply-to header says, without its correlation; returns the length. At most
    /// <see cref="AnswerHeadBytesMax"/> more than <paramref name="replyTo"/>.</summary>
    public abstract int WriteAnswerHead(ReadOnlySpan<byte> replyTo, Span<byte> destination);

    /// <summary>See <see cref="WriteAnswerHead"/>.</summary>
    public const int AnswerHeadBytesMax = 64;

    protected abstract string SendHeaders(ActiveMQDestination destination);

    protected abstract string ConsumerHeaders(ActiveMQDestination destination);

    protected abstract string PrefetchHeader(int prefetch, ActiveMQOptions options);

    protected abstract string InboxConsumerHeaders(string inbox);

    protected abstract string ReplyTo(string inbox);

    protected static int Append(Span<byte> destination, int length, ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(destination[length..]);
        return length + bytes.Length;
    }

    private static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);
}
