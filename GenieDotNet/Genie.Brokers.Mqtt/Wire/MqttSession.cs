using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Links;
using Genie.Brokers.Mqtt.Wire.Protocol;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>One network connection to an MQTT 5 server: greeting, subscription, and what comes over it.</summary>
internal sealed class MqttSession : LinkSession
{
    /// <summary>Topics that the server may name by a number.</summary>
    public const int IncomingTopicAliasesMax = 16;

    private const ushort SubscribeId = MqttOutbox.FirstReservedId;
    private const ushort UnsubscribeId = MqttOutbox.FirstReservedId + 1;

    private readonly MqttRole _role;
    private readonly MqttOptions _options;
    private readonly ConcurrentQueue<TaskCompletionSource?> _pings = new();
    private readonly TaskCompletionSource<MqttAcknowledgement> _subscribed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<MqttAcknowledgement> _unsubscribed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly bool[] _knownAliases = new bool[IncomingTopicAliasesMax + 1];

    private MqttSession(LinkTransport transport, LinkOptions linkOptions, MqttOptions options, MqttRole role, MqttGreeting greeting)
        : base(transport, linkOptions)
    {
        _role = role;
        _options = options;
        Greeting = greeting;
        Outbox = new MqttOutbox(greeting.ReceiveMaximum, Ended);
        Alias = options.TopicAliases && greeting.TopicAliasMaximum >= TopicAlias.Number ? new TopicAlias() : null;
    }

    /// <summary>What the server said.</summary>
    public MqttGreeting Greeting { get; }

    /// <summary>Publications at QoS 1 and 2 under way.</summary>
    public MqttOutbox Outbox { get; }

    /// <summary>Stands for the one topic that a connection sends to; null where the server allows none.</summary>
    public TopicAlias? Alias { get; }

    /// <summary>See <see cref="SessionFate.Begin"/>.</summary>
    public Task<bool> IsResumed { get; set; } = Task.FromResult(false);

    /// <inheritdoc/>
    protected override HandlerBacklog? Backlog => _role.Backlog;

    /// <summary>Answers at QoS 1 and 2 wait for room that acknowledgements make.</summary>
    protected override bool HandlersAwaitPeer => Outbox.Count > 0;

    /// <summary>True once an answer has come over it: somebody listens.</summary>
    public bool IsAnswered { get; set; }

    /// <inheritdoc/>
    protected override bool HoldsWritesWhileReceiving => _role.AnswersInline;

    /// <summary>Connects and subscribes. When it completes, messages sent from now on will be received.</summary>
    public static async ValueTask<MqttSession> OpenAsync(MqttOptions options, LinkOptions linkOptions, MqttRole role, CancellationToken cancellationToken)
    {
        var transport = await LinkTransport.ConnectAsync(linkOptions, cancellationToken).ConfigureAwait(false);
        MqttSession session;
        try
        {
            await transport.Stream.WriteAsync(MqttControlPackets.Connect(options, role.Identify()), cancellationToken).ConfigureAwait(false);
            var greeting = await ReadGreetingAsync(transport, options.MaxPacketBytes, cancellationToken).ConfigureAwait(false);
            if (greeting.ReasonCode != MqttReasons.Success) throw MqttReasons.RefusedConnection(greeting.ReasonCode, greeting.Reason);
            session = new MqttSession(transport, linkOptions, options, role, greeting);
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        try
        {
            role.OnOpened(session, session.Greeting.SessionPresent);
            session.Start(session.Heartbeat());
            await session.SubscribeAsync(cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The QoS that the server supports of the one that is wanted.</summary>
    public MqttQos Limit(MqttQos wanted) => wanted <= Greeting.MaximumQos ? wanted : Greeting.MaximumQos;

    /// <summary>Acknowledges a received message.</summary>
    public ValueTask AcknowledgeAsync(MqttPacketType type, ushort packetId, byte reasonCode, FlushBy flushBy) =>
        Writer.WriteAsync(new AcknowledgementFrame(type, packetId, reasonCode), flushBy, CancellationToken.None);

    /// <summary>Completes when the server has worked through everything sent before: it answers in order.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var pong = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await Writer.WriteAsync(new PingFrame(_pings, pong), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        await AnswerAsync(pong.Task, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Unsubscribes; what the server already has for this session may still come.</summary>
    public async ValueTask UnsubscribeAsync(CancellationToken cancellationToken)
    {
        await Writer.WriteAsync(new BytesFrame(MqttControlPackets.Unsubscribe(UnsubscribeId, _role.TopicFilter)), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        await AnswerAsync(_unsubscribed.Task, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = MqttPacket.TryRead(ref buffer, _options.MaxPacketBytes, out var packet);
        handling = taken ? Handle(packet) : default;
        return taken;
    }

    /// <inheritdoc/>
    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) =>
        Writer.WriteAsync(new PingFrame(_pings, null), FlushBy.Urgent, cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask TakeLeaveAsync(CancellationToken cancellationToken)
    {
        await FlushAsync(cancellationToken).ConfigureAwait(false);
        await Writer.WriteAsync(new BytesFrame(MqttControlPackets.Disconnect), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
    }

    private static async ValueTask<MqttGreeting> ReadGreetingAsync(LinkTransport transport, long packetBytesMax, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await transport.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = read.Buffer;
            if (MqttPacket.TryRead(ref buffer, packetBytesMax, out var packet))
            {
                var greeting = MqttGreeting.Read(packet);
                transport.Reader.AdvanceTo(buffer.Start);
                return greeting;
            }

            transport.Reader.AdvanceTo(buffer.Start, buffer.End);
            if (read.IsCompleted) throw new LinkLostException(MqttDrivers.Broker, "the server closed it before its greeting");
        }
    }

    /// <summary>A sign of life twice within the agreed time; the server gives up after one and a half times it (3.1.2.10).</summary>
    private LinkHeartbeat? Heartbeat()
    {
        var keepAlive = TimeSpan.FromSeconds(Greeting.ServerKeepAliveSeconds ?? (int)_options.KeepAlive.TotalSeconds);
        return keepAlive == TimeSpan.Zero ? null : new LinkHeartbeat(keepAlive / 2, keepAlive * 1.5);
    }

    private async ValueTask SubscribeAsync(CancellationToken cancellationToken)
    {
        if (_role.TopicFilter.StartsWith("$share/", StringComparison.Ordinal) && !Greeting.HasSharedSubscriptions)
            throw new BrokerSettingException("mqtt: the server has no shared subscriptions, which listeners need to share a channel. Turn them on, or use another server.");
        var subscribe = MqttControlPackets.Subscribe(SubscribeId, _role.TopicFilter, _role.Qos, _role.WantsRetained);
        await Writer.WriteAsync(new BytesFrame(subscribe), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
        await AnswerAsync(_subscribed.Task, cancellationToken).ConfigureAwait(false);
        var answer = await _subscribed.Task.ConfigureAwait(false);
        if (MqttReasons.IsError(answer.ReasonCode)) throw MqttReasons.Refused(answer.ReasonCode, $"the subscription to '{_role.TopicFilter}'", answer.Reason);
    }

    private ValueTask Handle(in MqttPacket packet)
    {
        switch (packet.Type)
        {
            case MqttPacketType.Publish:
                var publish = MqttPublish.Read(packet);
                Resolve(publish);
                return _role.OnPublishAsync(this, publish);
            case MqttPacketType.PubAck or MqttPacketType.PubComp:
                Settle(MqttAcknowledgement.Read(packet));
                break;
            case MqttPacketType.PubRec:
                return HandleReceived(MqttAcknowledgement.Read(packet));
            case MqttPacketType.PubRel:
                var released = MqttAcknowledgement.Read(packet);
                _role.OnReleased(released.PacketId);
                return AcknowledgeAsync(MqttPacketType.PubComp, released.PacketId, MqttReasons.Success, FlushBy.Caller);
            case MqttPacketType.SubAck:
                _subscribed.TrySetResult(MqttAcknowledgement.Read(packet));
                break;
            case MqttPacketType.UnsubAck:
                _unsubscribed.TrySetResult(MqttAcknowledgement.Read(packet));
                break;
            case MqttPacketType.PingResp:
                if (!_pings.TryDequeue(out var waiter)) throw MqttReader.Malformed("a PINGRESP that nobody asked for");
                waiter?.TrySetResult();
                break;
            case MqttPacketType.Disconnect:
                var (code, reason) = MqttAcknowledgement.ReadDisconnect(packet);
                throw MqttReasons.Ended(code, reason);
            default:
                throw MqttReader.Malformed($"a packet of type {(int)packet.Type}, which no server sends here");
        }

        return ValueTask.CompletedTask;
    }

    private void Settle(in MqttAcknowledgement answer)
    {
        if (Outbox.TryRelease(answer.PacketId, out var outgoing)) _role.OnSettled(outgoing, answer.ReasonCode, answer.Reason);
    }

    // 4.3.3: an error ends the exchange; anything else goes on with PUBREL, and the identifier is in use until PUBCOMP.
    private ValueTask HandleReceived(in MqttAcknowledgement answer)
    {
        if (MqttReasons.IsError(answer.ReasonCode))
        {
            Settle(answer);
            return ValueTask.CompletedTask;
        }

        if (answer.ReasonCode == MqttReasons.NoMatchingSubscribers && Outbox.TryPeek(answer.PacketId, out var outgoing))
            _role.OnSettled(outgoing, answer.ReasonCode, answer.Reason);
        return AcknowledgeAsync(MqttPacketType.PubRel, answer.PacketId, MqttReasons.Success, FlushBy.Caller);
    }

    // Only one topic is subscribed to, so its name is of no interest; but a number without a name is an error: 3.3.2.3.4.
    private void Resolve(in MqttPublish publish)
    {
        if (publish.TopicAlias > IncomingTopicAliasesMax) throw MqttReader.Malformed($"topic alias {publish.TopicAlias}, beyond the {IncomingTopicAliasesMax} allowed");
        if (!publish.Topic.IsEmpty) _knownAliases[publish.TopicAlias] = true;
        else if (publish.TopicAlias == 0 || !_knownAliases[publish.TopicAlias]) throw MqttReader.Malformed("a PUBLISH without a topic");
    }
}
