using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>One consumer of a queue or topic, which acknowledges each message by itself.</summary>
internal sealed class ActiveMQWireListener : LinkedDispatcher<StompDelivery, StompSession>
{
    private readonly ActiveMQWireBroker _broker;

    public ActiveMQWireListener(ActiveMQWireBroker broker, ActiveMQDestination destination, ListenOptions options, MessageHandler handler)
        : base(options, handler, isFedByReadLoop: true)
    {
        _broker = broker;
        Link = broker.CreateLink(new Role(this, destination, options), static _ => { });
    }

    /// <inheritdoc/>
    protected override SupervisedLink<StompSession> Link { get; }

    /// <summary>Unsubscribes and closes. Unsubscribing before the handlers' end would make the server discard what was delivered, and
    /// acknowledgements of messages in hand would be refused.</summary>
    protected override async ValueTask CloseAsync()
    {
        try
        {
            if (Link.TryGet(out var session))
            {
                using var limited = new CancellationTokenSource(_broker.Options.ConnectTimeout);
                await session.UnsubscribeAsync(limited.Token).ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException)
        {
            // The end of the connection unsubscribes as well.
        }

        await base.CloseAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => ActiveMQTraits.Limit(_broker.Options);

    /// <inheritdoc/>
    protected override IHeldOutput? AnswerOutput => Link.TryGet(out var session) ? session.Writer : null;

    /// <summary>The end of the connection gives what is not acknowledged to another consumer; until then it is kept here.</summary>
    protected override bool Redelivers(in StompDelivery route) => true;

    /// <summary>A queue's comes again, a topic's does not.</summary>
    protected override ValueTask<bool> IsGoneAsync(StompDelivery route, CancellationToken ending) =>
        ValueTask.FromResult(Options.Delivery == Delivery.Competing && route.Session!.Ended.IsCompleted);

    /// <inheritdoc/>
    protected override ValueTask ReturnAsync(StompDelivery route)
    {
        route.Return();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override bool WantsReply(in StompDelivery route) => route.WantsReply;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(StompDelivery route, ReadOnlyMemory<byte> envelope)
    {
        // By the session that it came by, which may be too new for the link to know it. With its connection gone the server gives the request to
        // another consumer, whose answer it will be.
        if (!route.Session!.Ended.IsCompleted) return ReplyAsync(route.Session, route, envelope);
        return Link.TryGet(out var other) ? ReplyAsync(other, route, envelope) : ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(StompDelivery route, bool handled)
    {
        // With its connection gone, the server has given the message to another consumer, or will.
        if (route.IsSettled || route.Session!.Ended.IsCompleted)
        {
            route.Return();
            return ValueTask.CompletedTask;
        }

        var written = route.Session.Writer.WriteAsync(
            new BytesFrame(handled ? route.Acknowledgement : route.Refusal), FlushBy.Background, CancellationToken.None);
        if (!written.IsCompletedSuccessfully) return ReturnAfterAsync(written, route);
        route.Return();
        return ValueTask.CompletedTask;
    }

    private static ValueTask ReplyAsync(StompSession session, StompDelivery route, ReadOnlyMemory<byte> envelope)
    {
        route.IsSettled = true;
        return session.Writer.WriteAsync(
            new AnswerFrame(route.AnswerHead, envelope, session == route.Session ? route.Acknowledgement : default), FlushBy.Caller, CancellationToken.None);
    }

    private static async ValueTask ReturnAfterAsync(ValueTask written, StompDelivery route)
    {
        await written.ConfigureAwait(false);
        route.Return();
    }

    private sealed class Role(ActiveMQWireListener listener, ActiveMQDestination destination, ListenOptions options) : StompRole
    {
        public override HandlerBacklog Backlog => listener.Backlog;

        public override bool AnswersInline => options.InlineHandler;

        public override string Begin(StompDialect dialect) => dialect.ListenHeaders(destination, options.Prefetch, listener._broker.Options);

        public override ValueTask OnMessageAsync(StompSession session, in StompFrame frame) => listener.TakeAsync(
            options.NativeHeaders ? NativeHeaders.Pack(StompHeaders.Read(frame.Headers), frame.Body, !frame.ReplyTo.IsEmpty) : frame.Body,
            StompDelivery.Rent(session, frame));
    }
}
