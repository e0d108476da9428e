using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>The mock cluster knows no admin requests: a topic comes into being when somebody asks for it, and stays.</summary>
internal sealed class MockTopics : ITopics
{
    private readonly KafkaEndpoint _endpoint;
    private readonly TimeSpan _timeout;
    private readonly Lazy<AdminLink> _link;
    private readonly Lazy<Task> _closing;

    public MockTopics(KafkaEndpoint endpoint)
    {
        _endpoint = endpoint;
        _timeout = endpoint.Options.AdminTimeout;
        _link = new(() =>
        {
            var config = endpoint.Client();
            config.AllowAutoCreateTopics = true;
            return new AdminLink(endpoint, config);
        });
        _closing = new(async () =>
        {
            if (_link.IsValueCreated) await _link.Value.DisposeAsync().ConfigureAwait(false);
            await Task.Run(MockCluster.Return).ConfigureAwait(false);
        });
    }

    public string Server => $"librdkafka {Confluent.Kafka.Library.VersionString} mock cluster in this process";

    public async Task<KafkaTopic> EnsureAsync(string topic, int partitions, CancellationToken cancellationToken) => KafkaTopic.Of(
        _endpoint, topic, await TopicMetadata.WaitForLeadersAsync(_link.Value, topic, _timeout, cancellationToken).ConfigureAwait(false), _endpoint.RecordBytesMax);

    public Task<IReadOnlyList<Offset>> EndsAsync(string topic, int partitions, CancellationToken cancellationToken) =>
        ServedPartitions.WaitAsync(_link.Value, topic, partitions, _timeout, cancellationToken);

    public Task DeleteAsync(string topic, CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask DisposeAsync() => new(_closing.Value);
}
