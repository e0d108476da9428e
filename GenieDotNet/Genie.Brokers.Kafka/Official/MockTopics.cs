using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>The mock cluster knows no admin requests: a topic comes into being when somebody asks for it, and stays.</summary>
internal sealed class MockTopics(KafkaEndpoint endpoint, MockCluster cluster) : ITopics
{
    private readonly Lazy<IAdminClient> _client = new(() =>
    {
        var config = endpoint.Client();
        config.BootstrapServers = cluster.Bootstrap;
        config.AllowAutoCreateTopics = true;
        return new AdminClientBuilder(config).SetLogHandler(KafkaErrors.IgnoreLog).Build();
    });

    private int _disposed;

    public string Server => $"librdkafka {LibrdkafkaLoader.Version} mock cluster in this process";

    public Task<int> EnsureAsync(string topic, int partitions, CancellationToken cancellationToken) =>
        TopicMetadata.WaitAsync(_client.Value, topic, endpoint.Options.AdminTimeout, cancellationToken);

    public Task DeleteAsync(string topic, CancellationToken cancellationToken) => Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await Task.Run(() =>
        {
            if (_client.IsValueCreated) _client.Value.Dispose();
            MockCluster.Return();
        }).ConfigureAwait(false);
    }
}
