using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>Sends to one topic. Answers come to a response topic of its own, with the correlation as correlation data
/// (MQTT 5.0 section 4.10).</summary>
internal sealed class MqttWireConnection : LinkedConnection<MqttSession>
{
    private readonly MqttWireBroker _broker;
    private readonly string _channel;
    private readonly byte[] _topic;
    private readonly byte[] _requestProperties;
    private readonly bool _confirms;
    private readonly bool _hasHeaders;

    public MqttWireConnection(MqttWireBroker broker, string channel, ConnectionOptions options)
        : base(MqttDrivers.Broker, options)
    {
        _broker = broker;
        _channel = channel;
        _topic = Encoding.UTF8.GetBytes(broker.Options.TopicPrefix + channel);
        _hasHeaders = options.NativeHeaders;
        _confirms = MqttTraits.LevelOf(options) == Confirmation.Accepted;
        var clientId = MqttBroker.NewClientId();
        var replyTopic = broker.Options.ReplyPrefix + clientId;
        _requestProperties = [.. PublishFrame.ResponseTopic(replyTopic), .. PublishFrame.Expiry(RequestExpiry.SecondsOf(options.RequestTimeout))];
        Link = broker.CreateLink(new Role(this, clientId, replyTopic), OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<MqttSession> Link { get; }

    /// <inheritdoc/>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await base.OpenAsync(cancellationToken).ConfigureAwait(false);
        await _broker.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (TooLarge(message) is { } error) return ValueTask.FromException(error);
        if (_confirms) return SendConfirmedAsync(message, cancellationToken);
        if (!Link.TryGet(out var session)) return SendAfterAsync(SessionAsync(cancellationToken), message, cancellationToken);
        var writing = session.Writer.WriteAsync(Frame(session, message, MqttQos.AtMostOnce), FlushBy.Background, cancellationToken);
        NoteUnconfirmed(session);
        return writing;
    }

    /// <inheritdoc/>
    protected override ValueTask FlushAsync(MqttSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (TooLarge(message) is { } error) return ValueTask.FromException(error);
        if (!Link.TryGet(out var session) || RequestQos(session) != MqttQos.AtMostOnce) return PostSlowlyAsync(message, correlation, cancellationToken);
        return session.Writer.WriteAsync(RequestFrame(session, message, correlation, MqttQos.AtMostOnce, 0), FlushBy.Caller, cancellationToken);
    }

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        if (session.Greeting.MaximumQos == MqttQos.AtMostOnce) throw new ConfirmationNotSupportedException(Broker, Confirmation.Accepted, [Confirmation.Buffered]);

        // While a confirmation is on its way, what comes may as well be gathered into the next batch.
        var flushBy = session.Outbox.Count == 0 ? FlushBy.Caller : FlushBy.Background;
        await PublishAsync(session, message, _broker.Options.Qos, new MqttOutgoing(MqttOutgoingKind.Send, correlation), flushBy, cancellationToken).ConfigureAwait(false);
    }

    // After a loss the listener may not be back yet: the server says so of a request that it answers for, and loses any other.
    private MqttQos RequestQos(MqttSession session) =>
        _broker.Options.RequestQos == MqttQos.AtMostOnce && !session.IsAnswered && Link.Losses > 0 ? session.Limit(MqttQos.AtLeastOnce) : _broker.Options.RequestQos;

    private PublishFrame Frame(MqttSession session, ReadOnlyMemory<byte> message, MqttQos qos, ushort packetId = 0)
    {
        var (properties, payload) = _hasHeaders ? UserProperties.Of(message, _broker.Limit.BytesMax) : ([], message);
        return new PublishFrame { Topic = _topic, Alias = session.Alias, Qos = qos, PacketId = packetId, Properties = properties, Payload = payload };
    }

    private PublishFrame RequestFrame(MqttSession session, ReadOnlyMemory<byte> message, Correlation correlation, MqttQos qos, ushort packetId)
    {
        var (properties, payload) = _hasHeaders ? UserProperties.Of(message, _broker.Limit.BytesMax) : ([], message);
        return new PublishFrame
        {
            Topic = _topic,
            Alias = session.Alias,
            Qos = qos,
            PacketId = packetId,
            Properties = properties.Length == 0 ? _requestProperties : [.. _requestProperties, .. properties],
            Correlation = correlation.ToUInt64(),
            Payload = payload,
        };
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask PostSlowlyAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        await PublishAsync(session, message, RequestQos(session), new MqttOutgoing(MqttOutgoingKind.Request, correlation), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask PublishAsync(
        MqttSession session, ReadOnlyMemory<byte> message, MqttQos wanted, MqttOutgoing outgoing, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var qos = session.Limit(wanted);
        ushort packetId = 0;
        if (qos != MqttQos.AtMostOnce && !session.Outbox.TryTake(outgoing, out packetId))
            packetId = await session.Outbox.TakeAsync(outgoing, Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        try
        {
            var frame = outgoing.Kind == MqttOutgoingKind.Request
                ? RequestFrame(session, message, outgoing.Correlation, qos, packetId)
                : Frame(session, message, qos, packetId);
            await session.Writer.WriteAsync(frame, flushBy, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or PayloadTooLargeException or MessageHeadersException)
        {
            // It was not written. Any other error is the session's end, and its identifiers are gone with it.
            session.Outbox.TryRelease(packetId, out _);
            throw;
        }
    }

    private PayloadTooLargeException? TooLarge(ReadOnlyMemory<byte> message) => _broker.Limit.TooLarge(message.Length);

    private void OnSettled(MqttOutgoing outgoing, byte reasonCode, string reason)
    {
        var isRequest = outgoing.Kind == MqttOutgoingKind.Request;
        BrokerException? error = reasonCode == MqttReasons.NoMatchingSubscribers && MqttTraits.NeedsListener(Options, isRequest) ? new UnroutableException(Broker, _channel)
            : MqttReasons.IsError(reasonCode) ? MqttReasons.Refused(reasonCode, "a message", reason)
            : null;
        if (isRequest)
        {
            if (error is not null) Fail(outgoing.Correlation, error);
        }
        else
        {
            Confirm(outgoing.Correlation, error);
        }
    }

    private sealed class Role(MqttWireConnection connection, string clientId, string replyTopic) : MqttRole
    {
        public override string TopicFilter => replyTopic;

        public override MqttQos Qos => connection._broker.Options.RequestQos;

        public override MqttIdentity Identify() => new(clientId, CleanStart: true, SessionExpirySeconds: 0, ushort.MaxValue);

        public override ValueTask OnPublishAsync(MqttSession session, in MqttPublish publish)
        {
            session.IsAnswered = true;
            if (publish.CorrelationData.Length == sizeof(ulong))
                connection.Complete(Correlation.FromUInt64(BinaryPrimitives.ReadUInt64BigEndian(publish.CorrelationData)), publish.Payload);
            return publish.Qos switch
            {
                MqttQos.AtMostOnce => ValueTask.CompletedTask,
                MqttQos.AtLeastOnce => session.AcknowledgeAsync(MqttPacketType.PubAck, publish.PacketId, MqttReasons.Success, FlushBy.Background),

                // No repetition comes within one session (4.4), and this one is never resumed: the identifier need not be kept.
                _ => session.AcknowledgeAsync(MqttPacketType.PubRec, publish.PacketId, MqttReasons.Success, FlushBy.Background),
            };
        }

        public override void OnSettled(MqttOutgoing outgoing, byte reasonCode, string reason) => connection.OnSettled(outgoing, reasonCode, reason);
    }
}
