using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire;
using Genie.Brokers.Multiplexing;
using MQTTnet;
using MQTTnet.Protocol;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>Sends to one topic. Answers come to a response topic of its own, with the correlation as correlation data.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and those who wait for it at the end must still be woken.")]
internal sealed class MqttOfficialConnection : LinkedConnection<MqttOfficialSession>
{
    private readonly MqttOfficialBroker _broker;
    private readonly string _channel;
    private readonly string _topic;
    private readonly string _replyTopic;
    private readonly string _clientId = MqttBroker.NewClientId();
    private readonly bool _confirms;
    private readonly SemaphoreSlim _room;
    private readonly CancellationTokenSource _disposing = new();

    public MqttOfficialConnection(MqttOfficialBroker broker, string channel, ConnectionOptions options)
        : base(MqttDrivers.Broker, options)
    {
        _broker = broker;
        _channel = channel;
        _topic = broker.Options.TopicPrefix + channel;
        _replyTopic = broker.Options.ReplyPrefix + _clientId;
        _confirms = MqttTraits.LevelOf(options) == Confirmation.Accepted;
        _room = new SemaphoreSlim(options.MaxInFlight);
        Link = broker.CreateLink(new Role(this), OnLost);
    }

    /// <inheritdoc/>
    protected override SupervisedLink<MqttOfficialSession> Link { get; }

    /// <inheritdoc/>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await base.OpenAsync(cancellationToken).ConfigureAwait(false);
        await _broker.ProbeOnceAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        PublishAsync(Message(message, _confirms ? _broker.Options.Qos : MqttQos.AtMostOnce), cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask FlushAsync(MqttOfficialSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var request = Message(message, _broker.Options.RequestQos);
        request.ResponseTopic = _replyTopic;
        request.MessageExpiryInterval = RequestExpiry.SecondsOf(Options.RequestTimeout);
        request.CorrelationData = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64BigEndian(request.CorrelationData, correlation.ToUInt64());
        return PublishAsync(request, cancellationToken);
    }

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await _disposing.CancelAsync().ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
    }

    // A copy: the library may go on with a message whose caller has the memory back, since he cancelled.
    private MqttApplicationMessage Message(ReadOnlyMemory<byte> message, MqttQos qos)
    {
        var (headers, payload) = Options.NativeHeaders ? OfficialHeaders.Of(message, _broker.Limit.BytesMax) : (null, message);
        return new MqttApplicationMessage
        {
            Topic = _topic,
            QualityOfServiceLevel = (MqttQualityOfServiceLevel)(int)qos,
            Payload = new ReadOnlySequence<byte>(payload.ToArray()),
            UserProperties = headers,
        };
    }

    private async ValueTask PublishAsync(MqttApplicationMessage message, CancellationToken cancellationToken)
    {
        ObjectDisposedException.ThrowIf(_disposing.IsCancellationRequested, typeof(IBrokerConnection));
        if (_broker.Limit.TooLarge(message.Payload.Length) is { } tooLarge) throw tooLarge;
        if (message.QualityOfServiceLevel == MqttQualityOfServiceLevel.AtMostOnce)
        {
            var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
            if (message.ResponseTopic is null || !MayHaveNoListener(session))
            {
                await session.PublishAsync(message, cancellationToken).ConfigureAwait(false);
                NoteUnconfirmed(session);
                return;
            }

            message.QualityOfServiceLevel = MqttQualityOfServiceLevel.AtLeastOnce;
        }

        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _disposing.Token);
        limited.CancelAfter(Options.RequestTimeout);
        try
        {
            await PublishConfirmedAsync(await SessionAsync(limited.Token).ConfigureAwait(false), message, limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            ObjectDisposedException.ThrowIf(_disposing.IsCancellationRequested, typeof(IBrokerConnection));
            throw NotConfirmed();
        }
    }

    // After a loss the listener may not be back yet: the server says so of a request that it answers for, and loses any other.
    private bool MayHaveNoListener(MqttOfficialSession session) => !session.IsAnswered && Link.Losses > 0 && session.MaximumQos != MqttQos.AtMostOnce;

    private async ValueTask PublishConfirmedAsync(MqttOfficialSession session, MqttApplicationMessage message, CancellationToken cancellationToken)
    {
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var result = await session.PublishAsync(message, cancellationToken).ConfigureAwait(false);
            var code = (byte)result.ReasonCode;
            if (code == MqttReasons.NoMatchingSubscribers && MqttTraits.NeedsListener(Options, isRequest: message.ResponseTopic is not null)) throw new UnroutableException(Broker, _channel);
            if (MqttReasons.IsError(code)) throw MqttReasons.Refused(code, "a message", result.ReasonString ?? "");
        }
        finally
        {
            _room.Release();
        }
    }

    private sealed class Role(MqttOfficialConnection connection) : MqttOfficialRole
    {
        public override string TopicFilter => connection._replyTopic;

        public override MqttQos Qos => connection._broker.Options.RequestQos;

        public override MqttIdentity Identify() => new(connection._clientId, CleanStart: true, SessionExpirySeconds: 0, ushort.MaxValue);

        public override Task OnMessageAsync(MqttOfficialSession session, MqttApplicationMessageReceivedEventArgs message)
        {
            session.IsAnswered = true;
            var answer = message.ApplicationMessage;
            if (answer.CorrelationData is { Length: sizeof(ulong) } data)
                connection.Complete(Correlation.FromUInt64(BinaryPrimitives.ReadUInt64BigEndian(data)), answer.Payload);
            return answer.QualityOfServiceLevel == MqttQualityOfServiceLevel.AtMostOnce ? Task.CompletedTask : message.AcknowledgeAsync(CancellationToken.None);
        }
    }
}
