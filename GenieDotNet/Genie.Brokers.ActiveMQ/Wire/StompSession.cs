using System.Buffers;
using System.Text;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>One STOMP 1.2 connection: greeting, subscription, and what comes over it.</summary>
internal sealed class StompSession : LinkSession
{
    private static readonly byte[] LineEnd = "\n"u8.ToArray();

    private readonly StompRole _role;
    private readonly StompParser _parser;
    private readonly StompGreeting _greeting;
    private readonly StompCommands _commands = new();

    private StompSession(LinkTransport transport, LinkOptions options, StompRole role, StompParser parser, StompGreeting greeting)
        : base(transport, options)
    {
        _role = role;
        _parser = parser;
        _greeting = greeting;
        Dialect = StompDialect.Of(greeting.Server);
    }

    /// <summary>The server's name and version, as it says them.</summary>
    public string Server => _greeting.Server;

    /// <summary>How this server wants to be spoken to.</summary>
    public StompDialect Dialect { get; }

    /// <inheritdoc/>
    protected override HandlerBacklog? Backlog => _role.Backlog;

    /// <inheritdoc/>
    protected override bool HoldsWritesWhileReceiving => _role.AnswersInline;

    /// <summary>Connects. When it completes, the credentials were accepted and the subscription is active.</summary>
    public static async ValueTask<StompSession> OpenAsync(ActiveMQOptions options, LinkOptions linkOptions, StompRole role, CancellationToken cancellationToken)
    {
        var transport = await LinkTransport.ConnectAsync(linkOptions, cancellationToken).ConfigureAwait(false);
        StompSession session;
        try
        {
            var parser = new StompParser();
            var greeting = await StompGreeting.ExchangeAsync(options, transport, parser, cancellationToken).ConfigureAwait(false);
            session = new StompSession(transport, linkOptions, role, parser, greeting);
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        session.Start(session._greeting.HeartBeat.ToLink());
        try
        {
            await session.CommandAsync("SUBSCRIBE", role.Begin(session.Dialect), "", cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Completes when the server has worked through everything sent before.</summary>
    /// <remarks>STOMP has no frame for this alone: a transaction is begun, which is receipted, and given up.</remarks>
    public Task FlushAsync(CancellationToken cancellationToken) =>
        CommandAsync("BEGIN", "transaction:flush\n", "ABORT\ntransaction:flush\n\n\0", cancellationToken);

    /// <summary>Takes no more messages (STOMP 1.2, "UNSUBSCRIBE"); those not acknowledged go back to the queue.</summary>
    public Task UnsubscribeAsync(CancellationToken cancellationToken) => CommandAsync("UNSUBSCRIBE", "id:0\n", "", cancellationToken);

    /// <inheritdoc/>
    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = _parser.TryRead(ref buffer, out var frame);
        handling = taken ? Handle(frame) : default;
        return taken;
    }

    /// <inheritdoc/>
    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) => _greeting.HeartBeat.SendsEvery is null
        ? ValueTask.CompletedTask
        : Writer.WriteAsync(new BytesFrame(LineEnd), FlushBy.Urgent, cancellationToken);

    /// <summary>"Graceful shutdown", of a server that answers.</summary>
    /// <remarks>DISCONNECT is the last that is sent, and never left unread in a link that is given up: Artemis before 2.51 stops for good, for all its
    /// clients, if it meets the end of a link while it works on one (ARTEMIS-5874).</remarks>
    protected override async ValueTask TakeLeaveAsync(CancellationToken cancellationToken)
    {
        await FlushAsync(cancellationToken).ConfigureAwait(false);
        await CommandAsync("DISCONNECT", "", "", cancellationToken).ConfigureAwait(false);
    }

    private async Task CommandAsync(string command, string headers, string followedBy, CancellationToken cancellationToken)
    {
        var (receipt, done) = _commands.Begin();
        var frame = Encoding.UTF8.GetBytes($"{command}\n{headers}receipt:{receipt}\n\n\0{followedBy}");
        await Writer.WriteAsync(new BytesFrame(frame), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        await AnswerAsync(done, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask Handle(in StompFrame frame)
    {
        switch (frame.Command)
        {
            case StompCommand.Message:
                return _role.OnMessageAsync(this, frame);
            case StompCommand.Receipt:
                Settle(frame.ReceiptId, null);
                break;
            case StompCommand.Error:
                var error = StompErrors.Read(frame);

                // Not the end: the servers go on after most errors, and where one does not it closes the connection.
                if (frame.ReceiptId.IsEmpty || !Settle(frame.ReceiptId, error)) _role.OnRefused(error);
                break;
            default:
                throw new BrokerProtocolException(ActiveMQDrivers.Broker, $"{frame.Command} in the middle of a connection");
        }

        return ValueTask.CompletedTask;
    }

    private bool Settle(ReadOnlySpan<byte> receiptId, BrokerException? error)
    {
        if (!Correlation.TryParse(receiptId, out var receipt)) return _commands.TryEnd(receiptId, error);
        _role.OnConfirmed(receipt, error);
        return true;
    }
}
