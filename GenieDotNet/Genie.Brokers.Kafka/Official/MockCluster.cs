using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// librdkafka's mock cluster (<c>test.mock.num.brokers</c>): one for the process, so that all brokers of the mock driver
/// meet; it ends with the last of them.
/// </summary>
internal sealed class MockCluster
{
    private static readonly Lock Renting = new();
    private static MockCluster? _running;
    private static int _users;

    private readonly IAdminClient _owner;

    private MockCluster()
    {
        // One broker: replicas would only be simulated.
        var config = new ClientConfig { BootstrapServers = "127.0.0.1:1" };
        config.Set("test.mock.num.brokers", "1");
        _owner = new AdminClientBuilder(config).SetLogHandler(KafkaErrors.IgnoreLog).Build();
        Bootstrap = string.Join(',', _owner.GetMetadata(TimeSpan.FromSeconds(30)).Brokers.Select(broker => $"{broker.Host}:{broker.Port}"));
    }

    /// <summary>Its addresses.</summary>
    public string Bootstrap { get; }

    /// <summary>The cluster, started if it does not run. Give it back with <see cref="Return"/>.</summary>
    public static MockCluster Rent()
    {
        lock (Renting)
        {
            _running ??= new MockCluster();
            _users++;
            return _running;
        }
    }

    /// <summary>Ends it after its last user.</summary>
    public static void Return()
    {
        lock (Renting)
        {
            if (--_users > 0) return;
            _running!._owner.Dispose();
            _running = null;
        }
    }
}
