using System.Collections.Concurrent;
using Confluent.Kafka;
using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>One cluster, real or mock. A channel is a topic.</summary>
internal sealed class KafkaBroker : DriverBroker
{
    private static readonly Confirmation[] Confirmations = [Confirmation.Accepted, Confirmation.Buffered];

    private readonly ITopics _topics;
    private readonly ConcurrentDictionary<string, KafkaTopic> _known = new();

    public KafkaBroker(KafkaEndpoint endpoint, ITopics topics, DriverDescription driver)
    {
        Endpoint = endpoint;
        _topics = topics;
        var options = endpoint.Options;
        _traits = driver.Traits(
            Confirmations, options.MaxMessageBytes, "", canRedeliver: true,
            $"librdkafka {Library.VersionString}; acks=all, idempotent; linger={options.Linger.TotalMilliseconds:0.###} ms; "
                + $"{options.Partitions} partitions, {(options.Ordered ? "one" : "all")} of them a connection; commits after handling, every {options.CommitInterval.TotalMilliseconds:0} ms") with
        {
            OrderedPerSender = options.Ordered,
            RedeliversFailures = true,
            HoldsWithoutListener = true,
            NativeHeaders = true,
            BroadcastConfirmations = Confirmations,

            // What it has written is the operating system's to bring to the disk, which outlives the process.
            OutlivesServer = Confirmation.Accepted,
        };
    }

    private readonly BrokerTraits _traits;

    /// <summary>The largest message is one that every topic used until now takes.</summary>
    public override BrokerTraits Traits => _traits with
    {
        Server = _topics.Server,
        MaxPayloadBytes = _known.Values.Aggregate(_traits.MaxPayloadBytes, static (bytes, topic) => Math.Min(bytes, topic.PayloadBytesMax)),
    };

    public KafkaEndpoint Endpoint { get; }

    protected override async ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var confirmation = options.Confirmation ?? _traits.Confirmations[0];
        return new KafkaConnection(this, await TopicAsync(channel, cancellationToken).ConfigureAwait(false), confirmation, options);
    }

    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new KafkaListener(this, await TopicAsync(channel, cancellationToken).ConfigureAwait(false), options, handler);

    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        var topic = Endpoint.TopicOf(channel);
        _known.TryRemove(topic, out _);
        await _topics.DeleteAsync(topic, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>What is known of a topic is no longer true.</summary>
    public void Forget(KafkaTopic topic) => _known.TryRemove(KeyValuePair.Create(topic.Name, topic));

    /// <summary>A topic with one partition, for the answers to one connection.</summary>
    public async Task<string> CreateReplyTopicAsync(CancellationToken cancellationToken)
    {
        var topic = $"{Endpoint.Options.TopicPrefix}replies.{Guid.NewGuid():n}";
        await _topics.EnsureAsync(topic, 1, cancellationToken).ConfigureAwait(false);
        return topic;
    }

    /// <summary>The end of each partition of a channel's topic.</summary>
    public Task<IReadOnlyList<Offset>> EndsAsync(string topic, int partitions, CancellationToken cancellationToken) =>
        _topics.EndsAsync(topic, partitions, cancellationToken);

    /// <summary>Removes a reply topic; one that cannot be removed now is left behind, empty but for old answers.</summary>
    public async Task DeleteReplyTopicAsync(string topic)
    {
        try
        {
            await _topics.DeleteAsync(topic, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or ObjectDisposedException)
        {
            // The connection ends all the same.
        }
    }

    protected override ValueTask EndAsync() => _topics.DisposeAsync();

    private async Task<KafkaTopic> TopicAsync(string channel, CancellationToken cancellationToken)
    {
        var name = Endpoint.TopicOf(channel);
        if (_known.TryGetValue(name, out var known)) return known;
        return _known[name] = await _topics.EnsureAsync(name, Endpoint.Options.Partitions, cancellationToken).ConfigureAwait(false);
    }
}
