using System.Globalization;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>Classic ActiveMQ: the kind of a destination is the beginning of its name, and <c>/temp-queue/</c> makes a
/// temporary queue of the connection ("STOMP" in its documentation).</summary>
internal sealed class ClassicDialect : StompDialect
{
    private ClassicDialect()
    {
    }

    public static ClassicDialect Instance { get; } = new();

    /// <summary>Reply-to can be sent to as it came: the server has put its own name for a temporary queue into it.</summary>
    public override int WriteAnswerHead(ReadOnlySpan<byte> replyTo, Span<byte> destination)
    {
        var length = Append(destination, 0, "SEND\ndestination:"u8);
        length = Append(destination, length, replyTo);
        return Append(destination, length, "\n"u8);
    }

    protected override string SendHeaders(ActiveMQDestination destination) => $"destination:/{(destination.IsTopic ? "topic" : "queue")}/{destination.Name}\n";

    protected override string ConsumerHeaders(ActiveMQDestination destination) => SendHeaders(destination);

    protected override string PrefetchHeader(int prefetch, ActiveMQOptions options) =>
        string.Create(CultureInfo.InvariantCulture, $"activemq.prefetchSize:{prefetch}\n");

    protected override string InboxConsumerHeaders(string inbox) => $"destination:{ReplyTo(inbox)}\n";

    protected override string ReplyTo(string inbox) => $"/temp-queue/{inbox}";
}
