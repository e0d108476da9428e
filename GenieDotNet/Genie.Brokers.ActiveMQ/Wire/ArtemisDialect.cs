using System.Globalization;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>
/// Artemis: addresses with routing types (see "STOMP" in its manual). The routing type is named in each frame, because
/// the prefixes <c>/queue/</c> and <c>/topic/</c> mean something only where an acceptor declares them.
/// </summary>
/// <remarks>
/// There are no temporary queues for STOMP. Answers come to a multicast address of the connection's own: the server makes a
/// temporary queue for the subscription and removes it with the connection, and an answer that comes later is dropped
/// instead of making the queue anew. To JMS clients that address is a topic, and they can answer to it.
/// </remarks>
internal sealed class ArtemisDialect : StompDialect
{
    private const int WindowBytesMin = 1024;

    private ArtemisDialect()
    {
    }

    public static ArtemisDialect Instance { get; } = new();

    /// <summary>Reply-to is an address, or has one of the prefixes that the server gives to destinations of JMS clients;
    /// the colon comes escaped.</summary>
    public override int WriteAnswerHead(ReadOnlySpan<byte> replyTo, Span<byte> destination)
    {
        var multicast = replyTo.StartsWith("topic\\c//"u8) || replyTo.StartsWith("temp-topic\\c//"u8);
        if (multicast || replyTo.StartsWith("queue\\c//"u8) || replyTo.StartsWith("temp-queue\\c//"u8))
            replyTo = replyTo[(replyTo.IndexOf("//"u8) + 2)..];
        var length = Append(destination, 0, "SEND\ndestination:"u8);
        length = Append(destination, length, replyTo);
        return Append(destination, length, multicast ? "\ndestination-type:MULTICAST\n"u8 : "\ndestination-type:ANYCAST\n"u8);
    }

    protected override string SendHeaders(ActiveMQDestination destination) => $"destination:{destination.Name}\ndestination-type:{RoutingTypeOf(destination)}\n";

    protected override string ConsumerHeaders(ActiveMQDestination destination) => $"destination:{destination.Name}\nsubscription-type:{RoutingTypeOf(destination)}\n";

    protected override string PrefetchHeader(int prefetch, ActiveMQOptions options) => string.Create(
        CultureInfo.InvariantCulture,
        $"consumer-window-size:{Math.Clamp((long)prefetch * options.PrefetchMessageBytes, WindowBytesMin, int.MaxValue)}\n");

    protected override string InboxConsumerHeaders(string inbox) => $"destination:{inbox}\nsubscription-type:MULTICAST\n";

    protected override string ReplyTo(string inbox) => $"topic://{inbox}";

    private static string RoutingTypeOf(ActiveMQDestination destination) => destination.IsTopic ? "MULTICAST" : "ANYCAST";
}
