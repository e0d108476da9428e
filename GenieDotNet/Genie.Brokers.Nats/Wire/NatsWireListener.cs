using System.Buffers;
using System.Text;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>One member of a queue group, or a subscriber by itself.</summary>
internal sealed class NatsWireListener : LinkedDispatcher<ReplyRoute?, NatsSession>
{
    private static readonly byte[] Unsubscribe = "UNSUB 1\r\n"u8.ToArray();
    private readonly NatsWireBroker _broker;

    public NatsWireListener(NatsWireBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(options, handler, isFedByReadLoop: true)
    {
        _broker = broker;

        // Without a group there are two spaces, which the protocol allows.
        var subscription = Encoding.ASCII.GetBytes($"SUB {NatsSubject.Of(broker.Options, channel)} {NatsSubject.GroupOf(options)} 1\r\n");
        Link = broker.CreateLink(new Role(this, subscription, options), options.InlineHandler, static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<NatsSession> Link { get; }

    /// <summary>The PONG comes behind the last message that the server had for us.</summary>
    protected override Task EndSubscriptionAsync(NatsSession session, CancellationToken cancellationToken) =>
        session.FlushAsync(Unsubscribe, cancellationToken).AsTask();

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => _broker.Limit;

    /// <inheritdoc/>
    protected override bool WantsReply(in ReplyRoute? route) => route is not null;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(ReplyRoute? route, ReadOnlyMemory<byte> envelope)
    {
        // By the session that the request came by, which may be too new for the link to know it; another will do, as the server finds who asked.
        var session = route!.Session!;
        return !session.Ended.IsCompleted || Link.TryGet(out session)
            ? session.Writer.WriteAsync(new PublishFrame(route.Head, envelope), FlushBy.Caller, CancellationToken.None)

            // Whoever asked has lost the server too, or waits for another listener's; waiting here would hold up the listener's return.
            : ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override IHeldOutput? AnswerOutput => Link.TryGet(out var session) ? session.Writer : null;

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(ReplyRoute? route, bool handled)
    {
        // Core NATS knows no acknowledgement.
        route?.Return();
        return ValueTask.CompletedTask;
    }

    private sealed class Role(NatsWireListener listener, ReadOnlyMemory<byte> subscription, ListenOptions options) : NatsRole
    {
        public override ReadOnlyMemory<byte> Subscription => subscription;

        public override HandlerBacklog Backlog => listener.Backlog;

        public override bool AnswersInline => options.InlineHandler;

        public override bool MayOverlap => NatsSubject.MayOverlap(options);

        public override ValueTask OnMessageAsync(
            NatsSession session, ReadOnlySpan<byte> subject, ReadOnlySpan<byte> replyTo, in ReadOnlySequence<byte> headers, in ReadOnlySequence<byte> payload) =>
            listener.TakeAsync(
                options.NativeHeaders ? NativeHeaders.Pack(NatsHeaders.Read(headers), payload, !replyTo.IsEmpty) : payload,
                replyTo.IsEmpty ? null : ReplyRoute.Rent(session, replyTo));
    }
}
