using System.Diagnostics;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Telemetry;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>
/// Sends to one subject. Answers are matched by our own multiplexing, as with every driver; the client's own
/// request method is not used.
/// </summary>
internal sealed class NatsOfficialConnection : MultiplexedConnection
{
    private static readonly TimeSpan DrainInterval = TimeSpan.FromMilliseconds(10);

    private readonly NatsOfficialBroker _broker;
    private readonly string _channel;
    private readonly string _subject;
    private readonly bool _confirms;
    private readonly bool _hasHeaders;
    private readonly NatsOfficialSessions _sessions;
    private readonly PublishOrder _order = new();
    private readonly UnflushedSends _unflushed = new(NatsDrivers.Broker);

    public NatsOfficialConnection(NatsOfficialBroker broker, string channel, ConnectionOptions options)
        : base(NatsDrivers.Broker, options)
    {
        _broker = broker;
        _channel = channel;
        _subject = NatsSubject.Of(broker.Options, channel);
        NatsSubject.Check("nats.inbox-prefix", NewInbox() + "x");
        _hasHeaders = options.NativeHeaders;
        _confirms = options.Confirmation == Confirmation.Accepted;
        _sessions = new NatsOfficialSessions(broker.Options, Create, OpenAsync, DrainAsync);
    }

    /// <summary>Connects and subscribes to the answers.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _sessions.OpenAsync(cancellationToken).ConfigureAwait(false);
        _broker.Learn(_sessions.Current.Link.Client.ServerInfo);
    }

    /// <inheritdoc/>
    protected override async ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var session = _sessions.Current;
        session.ThrowRefused();
        if (_confirms)
        {
            await SendConfirmedAsync(session, message, cancellationToken).ConfigureAwait(false);
            return;
        }

        await PublishAsync(session, message, null, cancellationToken).ConfigureAwait(false);
        _unflushed.Add();
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        var session = _sessions.Current;
        if (_sessions.Replaced is { } replaced) await FlushReplacedAsync(replaced, cancellationToken).ConfigureAwait(false);
        await _unflushed.FlushAsync(token => new ValueTask(session.Link.PingAsync(token)), cancellationToken).ConfigureAwait(false);
        session.ThrowRefused();
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = _sessions.Current;
        session.CountQuestion();
        return PublishAsync(session, message, $"{session.Inbox}{correlation.ToUInt64():x16}", cancellationToken);
    }

    /// <inheritdoc/>
    protected override ValueTask DisposeCoreAsync() => _sessions.DisposeAsync();

    private string NewInbox() => $"{_broker.Options.InboxPrefix}.{Guid.NewGuid():N}.";

    // Each session has an inbox of its own: an answer that reached two would be counted as late.
    private NatsOfficialSession Create(IReadOnlyList<string> learned) =>
        new(_broker.Options, Options.RequestTimeout, Options.MaxInFlight, learned, OnFailed, session => _sessions.Leave(session)) { Inbox = NewInbox() };

    private Task OpenAsync(NatsOfficialSession session, CancellationToken cancellationToken) =>
        session.OpenAsync(session.Inbox + "*", group: null, ReadAsync, cancellationToken);

    private async Task DrainAsync(NatsOfficialSession session, CancellationToken cancellationToken)
    {
        for (var begin = Stopwatch.GetTimestamp(); session.IsAsking && Stopwatch.GetElapsedTime(begin) < Options.RequestTimeout;)
            await Task.Delay(DrainInterval, cancellationToken).ConfigureAwait(false);
    }

    // What was sent over it is the server's once it is closed.
    private static async Task FlushReplacedAsync(NatsOfficialSession session, CancellationToken cancellationToken)
    {
        try
        {
            if (!session.Link.IsDisposed) await session.Link.PingAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (ObjectDisposedException)
        {
            // Closed meanwhile.
        }
    }

    private async ValueTask PublishAsync(NatsOfficialSession session, ReadOnlyMemory<byte> message, string? replyTo, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(session.Link.IsDisposed, typeof(IBrokerConnection));
        if (NatsTraits.Limit(session.Link.Client.ServerInfo?.MaxPayload).TooLarge(message.Length) is { } tooLarge) throw tooLarge;
        var headers = _hasHeaders ? OfficialHeaders.Of(ref message, session.Link.Client.ServerInfo?.MaxPayload) : null;
        try
        {
            var client = session.Link.Client;
            var publishing = client.ConnectionState == NatsConnectionState.Open && _order.IsFree
                ? client.PublishAsync(_subject, message, headers, replyTo, cancellationToken: cancellationToken)
                : PublishInOrderAsync(client, message, headers, replyTo, cancellationToken);
            await publishing.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw NatsOfficialErrors.OfCommand(error, session.Link.IsDisposed, cancellationToken);
        }
    }

    // One time-out for the message and the server's word that it has it.
    private async ValueTask SendConfirmedAsync(NatsOfficialSession session, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        try
        {
            await WithinTimeoutAsync(SendThenPingAsync, cancellationToken).ConfigureAwait(false);
        }
        catch (RequestTimeoutException)
        {
            throw NotConfirmed();
        }

        session.ThrowRefused();

        async ValueTask SendThenPingAsync(CancellationToken limited)
        {
            await PublishAsync(session, message, null, limited).ConfigureAwait(false);
            await session.Pings.WaitAsync(limited).ConfigureAwait(false);
        }
    }

    // Apart from its caller, whose messages shall cost no closure.
    private ValueTask PublishInOrderAsync(
        NatsConnection client, ReadOnlyMemory<byte> message, NatsHeaders? headers, string? replyTo, CancellationToken cancellationToken) => WithinTimeoutAsync(
            limited => _order.RunAsync(token => client.PublishAsync(_subject, message, headers, replyTo, cancellationToken: token), limited), cancellationToken);

    private async Task ReadAsync(NatsOfficialSession session)
    {
        try
        {
            await foreach (var answer in session.Subscription!.Msgs.ReadAllAsync().ConfigureAwait(false)) Take(session, answer);
        }
        catch (Exception error)
        {
            if (session == _sessions.Current) FailAll(NatsOfficialErrors.OfCommand(error, session.Link.IsDisposed, CancellationToken.None));
        }
    }

    private void Take(NatsOfficialSession session, in NatsMsg<NatsMemoryOwner<byte>> answer)
    {
        try
        {
            OnAnswer(session, answer);
        }
        catch (Exception error)
        {
            // A fault of ours: its caller learns it from a time-out, and those of the answers behind it must not.
            BrokerEvents.Log.MessageUnreadable(NatsDrivers.Broker, "an answer", error);
        }
    }

    private void OnAnswer(NatsOfficialSession session, in NatsMsg<NatsMemoryOwner<byte>> answer)
    {
        using var payload = answer.Data;
        session.CountAnswer();
        Span<byte> text = stackalloc byte[Correlation.FormattedBytes];
        if (answer.Subject.Length != session.Inbox.Length + text.Length) return;
        System.Text.Encoding.ASCII.GetBytes(answer.Subject.AsSpan(session.Inbox.Length), text);
        if (!Correlation.TryParse(text, out var correlation)) return;
        if (answer.HasNoResponders) Fail(correlation, new UnroutableException(NatsDrivers.Broker, _channel));
        else Complete(correlation, payload.Span);
    }

    private void OnFailed(NatsOfficialSession session, BrokerException error)
    {
        if (session != _sessions.Current) return;
        if (error is LinkLostException) _unflushed.Lose(error);
        FailAll(error);
    }
}
