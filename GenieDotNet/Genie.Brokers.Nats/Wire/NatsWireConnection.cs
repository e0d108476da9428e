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
internal sealed class NatsWireConnection : LinkedConnection<NatsSession>
{
    private readonly string _channel;
    private readonly byte[] _publishHead;
    private readonly byte[] _requestHead;
    private readonly bool _confirms;
    private readonly bool _hasHeaders;
    private BrokerException? _refused;

    public NatsWireConnection(NatsWireBroker broker, string channel, ConnectionOptions options)
        : base(NatsDrivers.Broker, options)
    {
        var subject = NatsSubject.Of(broker.Options, channel);
        var inbox = $"{broker.Options.InboxPrefix}.{Guid.NewGuid():N}.";
        NatsSubject.Check("nats.inbox-prefix", inbox + "x");
        _channel = channel;
        _publishHead = Encoding.ASCII.GetBytes($"PUB {subject} ");
        _requestHead = Encoding.ASCII.GetBytes($"PUB {subject} {inbox}");
        _hasHeaders = options.NativeHeaders;
        _confirms = options.Confirmation == Confirmation.Accepted;
        Link = broker.CreateLink(new Role(this, Encoding.ASCII.GetBytes($"SUB {inbox}* 1\r\n")), options.InlineContinuations, OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<NatsSession> Link { get; }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (Volatile.Read(ref _refused) is not null && Interlocked.Exchange(ref _refused, null) is { } refused) return ValueTask.FromException(refused);
        if (!Link.TryGet(out var session)) return SendAfterAsync(SessionAsync(cancellationToken), message, cancellationToken);
        if (NatsTraits.Limit(session.Info.MaxPayload).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        if (_confirms) return SendConfirmedAsync(message, cancellationToken);
        var writing = session.Writer.WriteAsync(Frame(session, message), FlushBy.Background, cancellationToken);
        NoteUnconfirmed(session);
        return writing;
    }

    /// <inheritdoc/>
    protected override async ValueTask FlushAsync(NatsSession session, CancellationToken cancellationToken)
    {
        await session.FlushAsync(default, cancellationToken).ConfigureAwait(false);
        if (Interlocked.Exchange(ref _refused, null) is { } refused) throw refused;
    }

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!Link.TryGet(out var session)) return PostAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);
        if (NatsTraits.Limit(session.Info.MaxPayload).TooLarge(message.Length) is { } error) return ValueTask.FromException(error);
        return session.Writer.WriteAsync(_hasHeaders ? HeaderFrame.Of(session.Info, _requestHead, correlation, message) : new PublishFrame(_requestHead, correlation, true, message), FlushBy.Caller, cancellationToken);
    }

    /// <inheritdoc/>
    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!Link.TryGet(out var session)) return PublishAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);

        // While a PONG is on its way, what comes is gathered into the next batch, under one PING.
        var flushBy = session.AwaitsPong ? FlushBy.Background : FlushBy.Caller;
        return session.WriteConfirmedAsync(
            Frame(session, message), new NatsConfirmation(correlation, null, true), flushBy, cancellationToken);
    }

    private PublishFrame Frame(NatsSession session, ReadOnlyMemory<byte> message) =>
        _hasHeaders ? HeaderFrame.Of(session.Info, _publishHead, null, message) : new PublishFrame(_publishHead, message);

    // Everything on this connection goes to one subject: what the server refuses to one message it refuses to all.
    private void OnRefused(BrokerException error)
    {
        if (!_confirms) Volatile.Write(ref _refused, error);
        FailAll(error);
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
            NatsSession session, ReadOnlySpan<byte> subject, ReadOnlySpan<byte> replyTo, in ReadOnlySequence<byte> headers, in ReadOnlySequence<byte> payload)
        {
            connection.OnAnswer(subject, headers, payload);
            return ValueTask.CompletedTask;
        }

        public override void OnConfirmed(Correlation publication) => connection.Confirm(publication);

        public override void OnRefused(BrokerException error) => connection.OnRefused(error);
    }
}
