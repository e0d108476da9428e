using System.Buffers;
using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>
/// Sends to one subject. Answers come to one wildcard subscription, <c>_INBOX.&lt;connection&gt;.*</c>, whose last token
/// is the correlation.
/// </summary>
internal sealed class NatsWireConnection : MultiplexedConnection
{
    private readonly NatsWireBroker _broker;
    private readonly string _channel;
    private readonly byte[] _publishHead;
    private readonly byte[] _requestHead;
    private readonly bool _confirms;
    private readonly PendingTable<bool> _publications;
    private readonly SupervisedLink<NatsSession> _link;
    private BrokerException? _refused;

    public NatsWireConnection(NatsWireBroker broker, string channel, ConnectionOptions options)
        : base(NatsDrivers.Broker, options)
    {
        var subject = NatsSubject.Of(broker.Options, channel);
        var inbox = $"{broker.Options.InboxPrefix}.{Guid.NewGuid():N}.";
        NatsSubject.Check("nats.inbox-prefix", inbox + "x");
        _broker = broker;
        _channel = channel;
        _publishHead = Encoding.ASCII.GetBytes($"PUB {subject} ");
        _requestHead = Encoding.ASCII.GetBytes($"PUB {subject} {inbox}");
        _confirms = options.Confirmation == Confirmation.Accepted;
        _publications = CreateConfirmations();
        _link = broker.CreateLink(new Role(this, Encoding.ASCII.GetBytes($"SUB {inbox}* 1\r\n")), options.InlineContinuations, OnLost);
    }

    /// <summary>Opens the link; see <see cref="IBroker.ConnectAsync"/>.</summary>
    public ValueTask ConnectAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    /// <inheritdoc/>
    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) return ValueTask.FromException(refused);
        if (!_link.TryGet(out var session)) return WaitThenSendAsync(message, cancellationToken);
        if (NatsTraits.Limit(session.Info.MaxPayload).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        return _confirms
            ? SendConfirmedAsync(session, message, cancellationToken)
            : session.Writer.WriteAsync(new PublishFrame(_publishHead, message), FlushBy.Background, cancellationToken);
    }

    /// <inheritdoc/>
    public override async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var session = await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await session.FlushAsync(default, cancellationToken).ConfigureAwait(false);
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!_link.TryGet(out var session)) return WaitThenPostAsync(message, correlation, cancellationToken);
        if (NatsTraits.Limit(session.Info.MaxPayload).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        return session.Writer.WriteAsync(new PublishFrame(_requestHead, correlation, true, message), FlushBy.Caller, cancellationToken);
    }

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        _publications.Dispose();
        _broker.Forget(this);
    }

    private async ValueTask SendConfirmedAsync(NatsSession session, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var operation = await _publications.BeginAsync(cancellationToken).ConfigureAwait(false);
        var correlation = operation.Correlation;
        var confirmed = operation.Task;
        try
        {
            // While a PONG is on its way, what comes is gathered into the next batch, under one PING.
            var flushBy = session.AwaitsPong ? FlushBy.Background : FlushBy.Caller;
            await session.WriteConfirmedAsync(
                new PublishFrame(_publishHead, message), new NatsConfirmation(correlation, null, true), flushBy, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            operation.TryFail(correlation, error);
        }

        await confirmed.ConfigureAwait(false);
    }

    private async ValueTask WaitThenSendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await SendAsync(message, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask WaitThenPostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await PostAsync(message, correlation, cancellationToken).ConfigureAwait(false);
    }

    private void OnLost(Exception cause)
    {
        FailAll(cause);
        _publications.FailAll(cause);
    }

    private void OnConfirmed(Correlation publication)
    {
        if (_publications.TryClaim(publication)) _publications.SetResult(publication, true);
    }

    // Everything on this connection goes to one subject: what the server refuses to one message it refuses to all.
    private void OnRefused(BrokerException error)
    {
        if (!_confirms) Volatile.Write(ref _refused, error);
        FailAll(error);
        _publications.FailAll(error);
    }

    private void OnAnswer(ReadOnlySpan<byte> subject, in ReadOnlySequence<byte> headers, in ReadOnlySequence<byte> payload)
    {
        if (subject.Length < Correlation.FormattedBytes || !Correlation.TryParse(subject[^Correlation.FormattedBytes..], out var correlation)) return;
        if (!headers.IsEmpty && NatsHeaders.IsNoResponders(headers)) Fail(correlation, new UnroutableException(NatsDrivers.Broker, _channel));
        else Complete(correlation, payload);
    }

    private sealed class Role(NatsWireConnection connection, ReadOnlyMemory<byte> subscription) : NatsRole
    {
        public override ReadOnlyMemory<byte> Subscription => subscription;

        public override ValueTask OnMessageAsync(
            ReadOnlySpan<byte> subject, ReadOnlySpan<byte> replyTo, in ReadOnlySequence<byte> headers, in ReadOnlySequence<byte> payload)
        {
            connection.OnAnswer(subject, headers, payload);
            return ValueTask.CompletedTask;
        }

        public override void OnConfirmed(Correlation publication) => connection.OnConfirmed(publication);

        public override void OnRefused(BrokerException error) => connection.OnRefused(error);
    }
}
