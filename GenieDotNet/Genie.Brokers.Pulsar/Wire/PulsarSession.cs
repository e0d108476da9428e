using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>One connection to one broker: its producers, at most one consumer, and the commands that manage them.</summary>
internal sealed class PulsarSession : LinkSession
{
    /// <summary>The number of the one consumer.</summary>
    public const ulong ConsumerId = 0;

    private const int MissedBeats = 2;
    private static readonly byte[] Ping = CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Ping, Ping = new CommandPing() });
    private static readonly byte[] Pong = CommandFrame.Format(new BaseCommand { Type = BaseCommand.Types.Type.Pong, Pong = new CommandPong() });

    private readonly PulsarOptions _options;
    private readonly PulsarRole _role;
    private readonly PulsarFrameParser _parser;
    private readonly PulsarGreeting _greeting;
    private readonly PulsarCommands _commands = new();
    private readonly ConcurrentDictionary<ulong, PulsarProducer> _producers = new();
    private ulong _lastProducerId;
    private int _permitsStep = 1;
    private int _settled;
    private bool _hasConsumer;

    private PulsarSession(LinkTransport transport, LinkOptions link, PulsarOptions options, PulsarRole role, PulsarFrameParser parser, PulsarGreeting greeting)
        : base(transport, link)
    {
        _options = options;
        _role = role;
        _parser = parser;
        _greeting = greeting;
        Entries = new PulsarEntryReader(options.ReceivedMessageBytesMax);
    }

    /// <summary>Where the broker listens.</summary>
    public ServerAddress At => Transport.Server;

    /// <summary>The broker's name and version.</summary>
    public string Server => _greeting.Server;

    /// <summary>The largest message that may be sent, an answer's status byte included.</summary>
    public int MessageBytesMax => PulsarTraits.Usable(_greeting.MessageBytesMax);

    /// <summary>Reads the messages of this session.</summary>
    public PulsarEntryReader Entries { get; }

    /// <summary>Connects and logs in; see <see cref="PulsarOpening"/> for what follows.</summary>
    public static async ValueTask<PulsarSession> ConnectAsync(
        PulsarOptions options, LinkOptions link, string proxyTo, PulsarRole role, CancellationToken cancellationToken)
    {
        var transport = await LinkTransport.ConnectAsync(link, cancellationToken).ConfigureAwait(false);
        try
        {
            var parser = new PulsarFrameParser();
            var greeting = await PulsarGreeting.ExchangeAsync(options, proxyTo, transport, parser, cancellationToken).ConfigureAwait(false);
            var session = new PulsarSession(transport, link, options, role, parser, greeting);
            session.Start(new LinkHeartbeat(options.KeepAlive, options.KeepAlive * MissedBeats));
            return session;
        }
        catch
        {
            await transport.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Asks how many partitions a topic has: 0 if it is one without, or is not there.</summary>
    /// <param name="topic">Its name, which is no partition's.</param>
    /// <param name="createsTopic">True if the broker may make one that is not there, as its settings say.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    public async ValueTask<int> CountPartitionsAsync(string topic, bool createsTopic, CancellationToken cancellationToken)
    {
        try
        {
            var answer = await AskAsync(
                id => new BaseCommand
                {
                    Type = BaseCommand.Types.Type.PartitionedMetadata,
                    PartitionMetadata = new CommandPartitionedTopicMetadata { Topic = topic, RequestId = id, MetadataAutoCreationEnabled = createsTopic },
                },
                cancellationToken).ConfigureAwait(false);
            return (int)answer.PartitionMetadataResponse.Partitions;
        }
        catch (PulsarRefusedException error) when (!createsTopic && error is { Code: ServerError.TopicNotFound, IsAboutNamespace: false })
        {
            return 0;
        }
    }

    /// <summary>Asks which broker serves a topic.</summary>
    public async ValueTask<CommandLookupTopicResponse> LookUpAsync(string topic, bool authoritative, CancellationToken cancellationToken)
    {
        var answer = await AskAsync(
            id => new BaseCommand
            {
                Type = BaseCommand.Types.Type.Lookup,
                LookupTopic = new CommandLookupTopic { Topic = topic, RequestId = id, Authoritative = authoritative },
            },
            cancellationToken).ConfigureAwait(false);
        return answer.LookupTopicResponse;
    }

    /// <summary>Creates a producer.</summary>
    /// <param name="topic">A topic that this broker serves.</param>
    /// <param name="name">Its name; empty for one that the broker gives.</param>
    /// <param name="key">The key of all its messages; empty for none.</param>
    /// <param name="settled">Told of each message that the broker answered for, or refused.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    public async ValueTask<PulsarProducer> CreateProducerAsync(
        string topic, string name, string key, Action<PulsarSend, BrokerException?> settled, CancellationToken cancellationToken)
    {
        var producerId = Interlocked.Increment(ref _lastProducerId);
        var answer = await AskAsync(
            id =>
            {
                var producer = new CommandProducer { Topic = topic, ProducerId = producerId, RequestId = id, UserProvidedProducerName = name.Length > 0 };
                if (name.Length > 0) producer.ProducerName = name;
                return new BaseCommand { Type = BaseCommand.Types.Type.Producer, Producer = producer };
            },
            cancellationToken).ConfigureAwait(false);
        var created = answer.ProducerSuccess;
        var head = ProducerHead.Create(producerId, created.ProducerName, key);
        var producer = new PulsarProducer(this, _options, head, new PulsarReceipts((ulong)(created.LastSequenceId + 1), settled));
        _producers[producerId] = producer;
        return producer;
    }

    /// <summary>Permits the consumer its first messages; <see cref="PermitMore"/> goes on.</summary>
    public ValueTask PermitAsync(int messages, CancellationToken cancellationToken)
    {
        _permitsStep = Math.Max(1, messages / 2);
        return Writer.WriteAsync(new FlowFrame(ConsumerId, messages), FlushBy.Caller, cancellationToken);
    }

    /// <summary>One of its messages is done with: permits as many more now and then.</summary>
    public ValueTask PermitMore() => Interlocked.Increment(ref _settled) % _permitsStep != 0 || Ended.IsCompleted
        ? ValueTask.CompletedTask
        : Writer.WriteAsync(new FlowFrame(ConsumerId, _permitsStep), FlushBy.Background, CancellationToken.None);

    /// <summary>Becomes a consumer of a subscription; messages come when <see cref="PermitAsync"/> permits them.</summary>
    /// <param name="topic">A topic that this broker serves.</param>
    /// <param name="subscription">The subscription's name.</param>
    /// <param name="type">Its type.</param>
    /// <param name="isDurable">False for one that ends with the connection.</param>
    /// <param name="createsTopic">False if a topic that is not there is an error.</param>
    /// <param name="cancellationToken">Abandons the attempt.</param>
    public async ValueTask SubscribeAsync(
        string topic, string subscription, CommandSubscribe.Types.SubType type, bool isDurable, bool createsTopic, CancellationToken cancellationToken)
    {
        await AskAsync(
            id => new BaseCommand
            {
                Type = BaseCommand.Types.Type.Subscribe,
                Subscribe = new CommandSubscribe
                {
                    Topic = topic,
                    Subscription = subscription,
                    SubType = type,
                    ConsumerId = ConsumerId,
                    RequestId = id,
                    Durable = isDurable,
                    ForceTopicCreation = createsTopic,
                },
            },
            cancellationToken).ConfigureAwait(false);
        _hasConsumer = true;
    }

    /// <summary>Removes the subscription with everything it holds. The broker refuses that while it has other consumers.</summary>
    public async ValueTask UnsubscribeAsync(CancellationToken cancellationToken)
    {
        await AskAsync(
            id => new BaseCommand { Type = BaseCommand.Types.Type.Unsubscribe, Unsubscribe = new CommandUnsubscribe { ConsumerId = ConsumerId, RequestId = id } },
            cancellationToken).ConfigureAwait(false);
        _hasConsumer = false;
    }

    /// <summary>Ends the consumer: what it had not acknowledged goes to others.</summary>
    public async ValueTask CloseConsumerAsync(CancellationToken cancellationToken)
    {
        if (!_hasConsumer) return;
        _hasConsumer = false;
        await AskAsync(
            id => new BaseCommand { Type = BaseCommand.Types.Type.CloseConsumer, CloseConsumer = new CommandCloseConsumer { ConsumerId = ConsumerId, RequestId = id } },
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Ends a producer; the broker answers when it has stored what came before.</summary>
    public async ValueTask CloseProducerAsync(PulsarProducer producer, CancellationToken cancellationToken)
    {
        await producer.FlushAsync(cancellationToken).ConfigureAwait(false);
        if (!_producers.TryRemove(producer.Id, out _)) return;
        await AskAsync(
            id => new BaseCommand { Type = BaseCommand.Types.Type.CloseProducer, CloseProducer = new CommandCloseProducer { ProducerId = producer.Id, RequestId = id } },
            cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override HandlerBacklog? Backlog => _role.Backlog;

    /// <inheritdoc/>
    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        var taken = _parser.TryRead(ref buffer, out var frame);
        handling = taken ? Handle(frame) : default;
        return taken;
    }

    /// <inheritdoc/>
    protected override ValueTask SendHeartbeatAsync(CancellationToken cancellationToken) => Writer.WriteAsync(new BytesFrame(Ping), FlushBy.Urgent, cancellationToken);

    /// <summary>A PONG counts as a sign of life, asked for or not.</summary>
    protected override ValueTask SendHeldUpSignAsync(CancellationToken cancellationToken) => Writer.WriteAsync(new BytesFrame(Pong), FlushBy.Urgent, cancellationToken);

    /// <inheritdoc/>
    protected override async ValueTask TakeLeaveAsync(CancellationToken cancellationToken)
    {
        foreach (var producer in _producers.Values) await CloseProducerAsync(producer, cancellationToken).ConfigureAwait(false);
        await CloseConsumerAsync(cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask<BaseCommand> AskAsync(Func<ulong, BaseCommand> command, CancellationToken cancellationToken)
    {
        var (id, answer) = _commands.Begin();
        try
        {
            await Writer.WriteAsync(new BytesFrame(CommandFrame.Format(command(id))), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
            await AnswerAsync(answer, cancellationToken).ConfigureAwait(false);
            return await answer.ConfigureAwait(false);
        }
        finally
        {
            _commands.Remove(id);
        }
    }

    private ValueTask Handle(in PulsarFrame frame)
    {
        switch (frame.Type)
        {
            case BaseCommand.Types.Type.Message:
                return _role.OnEntryAsync(this, Entries.Read(frame));
            case BaseCommand.Types.Type.SendReceipt:
                var (producerId, sequence) = SendReceipt.Read(frame.Command);
                if (_producers.TryGetValue(producerId, out var producer)) producer.OnSettled(sequence, null);
                return ValueTask.CompletedTask;
            case BaseCommand.Types.Type.Ping:
                return Writer.WriteAsync(new BytesFrame(Pong), FlushBy.Urgent, CancellationToken.None);
            case BaseCommand.Types.Type.Pong:
                return ValueTask.CompletedTask;
            default:
                return HandleRare(PulsarCommands.Parse(frame.Command));
        }
    }

    private ValueTask HandleRare(BaseCommand command)
    {
        if (_commands.TryEnd(command)) return ValueTask.CompletedTask;
        switch (command)
        {
            case { SendError: { } error } when _producers.TryGetValue(error.ProducerId, out var producer):
                producer.OnSettled(error.SequenceId, PulsarErrors.Of(error.Error, error.Message));
                break;
            case { CloseProducer: { } close } when _producers.TryRemove(close.ProducerId, out var producer):
                _role.OnProducerClosed(this, producer);
                break;
            case { CloseConsumer: not null }:
                throw new LinkLostException(PulsarDrivers.Broker, "the broker closed the consumer, as when a topic moves or is deleted");
            case { AuthChallenge: not null }:
                return Writer.WriteAsync(new BytesFrame(CommandFrame.Format(PulsarGreeting.AnswerChallenge(_options))), FlushBy.Background, CancellationToken.None);
            default:
                // Notices about features that were not asked for.
                break;
        }

        return ValueTask.CompletedTask;
    }
}
