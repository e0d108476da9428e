using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>Sends to one queue or topic. Answers come to a destination of its own, by their correlation-id; confirmations are receipts.</summary>
internal sealed class ActiveMQWireConnection : LinkedConnection<StompSession>
{
    private readonly ActiveMQWireBroker _broker;
    private readonly ActiveMQDestination _destination;
    private readonly string _inbox = $"genie.reply.{Guid.NewGuid():N}";
    private readonly bool _confirms;
    private readonly bool _persists;
    private Heads? _heads;
    private BrokerException? _refused;

    public ActiveMQWireConnection(ActiveMQWireBroker broker, ActiveMQDestination destination, ConnectionOptions options)
        : base(ActiveMQDrivers.Broker, options)
    {
        _broker = broker;
        _destination = destination;
        _confirms = options.Confirmation != Confirmation.Buffered;
        _persists = options.Confirmation == Confirmation.Persisted;
        Link = broker.CreateLink(new Role(this), OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<StompSession> Link { get; }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (ActiveMQTraits.TooLarge(_broker.Options, message.Length) is { } error) return ValueTask.FromException(error);
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) return ValueTask.FromException(refused);
        if (!Link.TryGet(out var session)) return SendAfterAsync(SessionAsync(cancellationToken), message, cancellationToken);
        if (_confirms) return SendConfirmedAsync(message, cancellationToken);
        var writing = session.Writer.WriteAsync(Frame(_heads!.Publish, null, message), FlushBy.Background, cancellationToken);
        NoteUnconfirmed(session);
        return writing;
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushAsync(StompSession session, CancellationToken cancellationToken)
    {
        await session.FlushAsync(cancellationToken).ConfigureAwait(false);
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (ActiveMQTraits.TooLarge(_broker.Options, message.Length) is { } error) return ValueTask.FromException(error);
        return Link.TryGet(out var session)
            ? session.Writer.WriteAsync(Frame(_heads!.Request, correlation, message), FlushBy.Caller, cancellationToken)
            : PostAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);
    }

    /// <inheritdoc/>
    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!Link.TryGet(out var session)) return PublishAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);

        // While receipts are on their way, what comes may as well wait for company.
        var flushBy = Unconfirmed > 1 ? FlushBy.Background : FlushBy.Caller;
        return session.Writer.WriteAsync(Frame(_heads!.Confirmed, correlation, message), flushBy, cancellationToken);
    }

    private SendFrame Frame(byte[] head, Correlation? correlation, ReadOnlyMemory<byte> message)
    {
        var (whole, body) = Options.NativeHeaders ? StompHeaders.Insert(head, message, _broker.Options.MaxMessageBytes) : (head, message);
        return new SendFrame(whole, correlation.GetValueOrDefault(), correlation is not null, body);
    }

    /// <summary>What each kind of message begins with.</summary>
    private sealed record Heads(byte[] Publish, byte[] Confirmed, byte[] Request);

    private sealed class Role(ActiveMQWireConnection connection) : StompRole
    {
        public override string Begin(StompDialect dialect)
        {
            Volatile.Write(ref connection._heads, new Heads(
                dialect.PublishHead(connection._destination, connection._persists),
                dialect.PublishHead(connection._destination, connection._persists, "receipt:"),
                dialect.RequestHead(connection._destination, connection._inbox, connection._persists)));
            return dialect.InboxHeaders(connection._inbox);
        }

        public override ValueTask OnMessageAsync(StompSession session, in StompFrame frame)
        {
            if (Correlation.TryParse(frame.CorrelationId, out var correlation)) connection.Complete(correlation, frame.Body);
            return ValueTask.CompletedTask;
        }

        public override void OnConfirmed(Correlation receipt, BrokerException? error) => connection.Confirm(receipt, error);

        // Everything on this connection goes to one place: what the server refuses to one message it refuses to all.
        public override void OnRefused(BrokerException error)
        {
            if (!connection._confirms) Volatile.Write(ref connection._refused, error);
            connection.FailRequests(error);
        }
    }
}
