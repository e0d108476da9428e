using Genie.Brokers.Multiplexing;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>
/// Sends to one subject. Answers are matched by our own multiplexing, as with every driver; the client's own
/// request method is not used.
/// </summary>
internal sealed class NatsOfficialConnection : MultiplexedConnection
{
    private readonly NatsOfficialBroker _broker;
    private readonly string _channel;
    private readonly string _subject;
    private readonly string _inbox;
    private readonly bool _confirms;
    private readonly bool _hasHeaders;
    private readonly NatsOfficialLink _link;
    private readonly SharedPing _pings;
    private INatsSub<NatsMemoryOwner<byte>>? _answers;
    private Task _reading = Task.CompletedTask;
    private BrokerException? _refused;

    public NatsOfficialConnection(NatsOfficialBroker broker, string channel, ConnectionOptions options)
        : base(NatsDrivers.Broker, options)
    {
        _broker = broker;
        _channel = channel;
        _subject = NatsSubject.Of(broker.Options, channel);
        _inbox = $"{broker.Options.InboxPrefix}.{Guid.NewGuid():N}.";
        NatsSubject.Check("nats.inbox-prefix", _inbox + "x");
        _hasHeaders = options.NativeHeaders;
        _confirms = options.Confirmation == Confirmation.Accepted;
        _link = new NatsOfficialLink(broker.Options, options.RequestTimeout, options.MaxInFlight, OnFailed);
        _pings = new SharedPing(_link.PingAsync);
    }

    /// <summary>Connects and subscribes to the answers.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        _broker.Learn(_link.Client.ServerInfo);
        _answers = await _link.Client.SubscribeCoreAsync<NatsMemoryOwner<byte>>(_inbox + "*", cancellationToken: cancellationToken).ConfigureAwait(false);
        await _link.PingAsync(cancellationToken).ConfigureAwait(false);
        if (_refused is not null) throw _refused;
        _reading = Task.Run(ReadAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    public override async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        ThrowRefused();
        await PublishAsync(message, null, cancellationToken).ConfigureAwait(false);
        if (!_confirms) return;
        await WithinTimeoutAsync(token => new ValueTask(_pings.WaitAsync(token)), cancellationToken).ConfigureAwait(false);
        ThrowRefused();
    }

    /// <inheritdoc/>
    public override async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        await _link.PingAsync(cancellationToken).ConfigureAwait(false);
        ThrowRefused();
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        PublishAsync(message, $"{_inbox}{correlation.ToUInt64():x16}", cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await _link.CloseAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
    }

    private async ValueTask PublishAsync(ReadOnlyMemory<byte> message, string? replyTo, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(_link.IsDisposed, typeof(IBrokerConnection));
        if (NatsTraits.Limit(_link.Client.ServerInfo?.MaxPayload).TooLarge(message.Length) is { } tooLarge) throw tooLarge;
        var headers = _hasHeaders ? OfficialHeaders.Of(ref message, _link.Client.ServerInfo?.MaxPayload) : null;
        try
        {
            await _link.Client.PublishAsync(_subject, message, headers, replyTo, cancellationToken: cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw NatsOfficialErrors.OfCommand(error, _link.IsDisposed, cancellationToken);
        }
    }

    private async Task ReadAsync()
    {
        try
        {
            await foreach (var answer in _answers!.Msgs.ReadAllAsync().ConfigureAwait(false)) OnAnswer(answer);
        }
        catch (Exception error)
        {
            FailAll(NatsOfficialErrors.OfCommand(error, _link.IsDisposed, CancellationToken.None));
        }
    }

    private void OnAnswer(in NatsMsg<NatsMemoryOwner<byte>> answer)
    {
        using var payload = answer.Data;
        Span<byte> text = stackalloc byte[Correlation.FormattedBytes];
        if (answer.Subject.Length != _inbox.Length + text.Length) return;
        System.Text.Encoding.ASCII.GetBytes(answer.Subject.AsSpan(_inbox.Length), text);
        if (!Correlation.TryParse(text, out var correlation)) return;
        if (answer.HasNoResponders) Fail(correlation, new UnroutableException(NatsDrivers.Broker, _channel));
        else Complete(correlation, payload.Span);
    }

    private void OnFailed(BrokerException error)
    {
        if (error is BrokerPermissionException) Volatile.Write(ref _refused, error);
        FailAll(error);
    }

    private void ThrowRefused()
    {
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }
}
