using System.Buffers;
using Confluent.Kafka;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>A member of a channel's consumer group, which commits what was handled and answered, and nothing else; or a reader of every message.</summary>
internal sealed class KafkaListener : MessageDispatcher<KafkaRoute>
{
    private static readonly TimeSpan ReplyTimeout = TimeSpan.FromSeconds(30);

    private readonly KafkaBroker _broker;
    private readonly ITopicReader _reader;
    private readonly ClientHandle<IProducer<byte[], ReadOnlyMemory<byte>>> _replies;
    private readonly ReplyTopicNames _replyTopics = new();
    private readonly Lazy<Task> _closing;

    public KafkaListener(KafkaBroker broker, KafkaTopic topic, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        _broker = broker;
        _replies = new(() => ProducerFactory.Create(broker.Endpoint, broker.Endpoint.RecordBytesMax, ReplyTimeout));
        _closing = new(() => Task.Run(CloseAsync));
        _reader = options.Delivery == Delivery.Broadcast
            ? new TopicFollower(broker, topic, Take)
            : new GroupMember(broker.Endpoint, topic.Name, $"{topic.Name}.{options.Group}", Take);
    }

    /// <summary>Completes when the group has given this listener its partitions, or the end of each is known to a reader of all.</summary>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => new(_reader.WaitUntilReadyAsync(cancellationToken));

    protected override async ValueTask DisposeCoreAsync()
    {
        await EndRedeliveriesAsync().ConfigureAwait(false);
        await LeaveAsync(_ => _reader.StopReadingAsync()).ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await _closing.Value.ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(KafkaDrivers.Broker, _broker.Endpoint.Options.MaxMessageBytes);

    // What is not committed comes again to whoever has the partition next.
    protected override bool Redelivers(in KafkaRoute route) => true;

    protected override ValueTask ReturnAsync(KafkaRoute route)
    {
        route.Offsets.Leave();
        return ValueTask.CompletedTask;
    }

    protected override bool WantsReply(in KafkaRoute route) => route.ReplyTopic is not null;

    protected override ValueTask ReplyAsync(KafkaRoute route, ReadOnlyMemory<byte> envelope)
    {
        var message = new Message<byte[], ReadOnlyMemory<byte>> { Value = envelope, Headers = ReplyHeader.OfReply(route.Correlation) };
        try
        {
            // Settled by the report: what is committed has been answered. An answer that cannot be delivered has no
            // requester any more; one of a handler that outlives the listener is not sent.
            using var call = _replies.Enter();
            call.Client.Produce(new TopicPartition(route.ReplyTopic, 0), message, _ => route.Offsets.End(route.Offset));
        }
        catch
        {
            route.Offsets.End(route.Offset);
            throw;
        }

        return ValueTask.CompletedTask;
    }

    protected override ValueTask SettleAsync(KafkaRoute route, bool handled)
    {
        if (route.ReplyTopic is null) route.Offsets.End(route.Offset);
        return ValueTask.CompletedTask;
    }

    private void Take(OffsetTracker offsets, ConsumeResult<byte[], byte[]> result)
    {
        var replyTopic = ReplyHeader.TryRead(result.Message.Headers, out var correlation, out var address) ? _replyTopics.Of(address.Span) : null;
        var payload = new ReadOnlySequence<byte>(result.Message.Value ?? []);
        if (Options.NativeHeaders) payload = NativeHeaders.Pack(RecordHeaders.Read(result.Message), payload, replyTopic is not null);

        // Not before it is read: what cannot be would keep the position for ever.
        offsets.Begin(result.Offset);
        var taken = TakeAsync(payload, new KafkaRoute(offsets, result.Offset, replyTopic, correlation));

        // The reading thread waits where handlers are slower than the cluster: that is the back-pressure.
        if (!taken.IsCompletedSuccessfully) taken.AsTask().GetAwaiter().GetResult();
    }

    private async Task CloseAsync()
    {
        await _reader.DisposeAsync().ConfigureAwait(false);
        await _replies.DisposeAsync().ConfigureAwait(false);
    }
}
