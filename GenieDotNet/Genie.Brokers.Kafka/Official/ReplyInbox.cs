using Confluent.Kafka;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Reads the answers to one connection from a topic of its own with one partition.</summary>
internal sealed class ReplyInbox : IAsyncDisposable
{
    private readonly KafkaBroker _broker;
    private readonly string _topic;
    private readonly ConsumerLoop _loop;
    private int _disposed;

    private ReplyInbox(KafkaBroker broker, string topic, Action<Correlation, byte[]> complete)
    {
        _broker = broker;
        _topic = topic;
        AddressBytes = ReplyHeader.Encode(topic);

        // The topic is new, so the position is known: asking the server for it would only delay the first answer.
        _loop = new ConsumerLoop(
            ConsumerFactory.Prepare(broker.Endpoint, topic),
            topic,
            consumer => consumer.Assign(new TopicPartitionOffset(topic, 0, new Offset(0))),
            result =>
            {
                if (ReplyHeader.TryRead(result.Message.Headers, out var correlation, out _)) complete(correlation, result.Message.Value ?? []);
            });
    }

    /// <summary>What requests name as the address of their answer.</summary>
    public byte[] AddressBytes { get; }

    /// <summary>Creates the topic and begins to read.</summary>
    /// <param name="broker">The cluster.</param>
    /// <param name="complete">Takes each answer in its envelope; called by one thread.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public static async Task<ReplyInbox> OpenAsync(KafkaBroker broker, Action<Correlation, byte[]> complete, CancellationToken cancellationToken) =>
        new(broker, await broker.CreateReplyTopicAsync(cancellationToken).ConfigureAwait(false), complete);

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            await _loop.StopAsync().ConfigureAwait(false);
            await _loop.DisposeAsync().ConfigureAwait(false);
            await _broker.DeleteReplyTopicAsync(_topic).ConfigureAwait(false);
        }
    }
}
