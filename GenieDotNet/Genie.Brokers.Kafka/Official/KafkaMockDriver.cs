using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Kafka's client against librdkafka's own mock cluster in this process: where no server can be had, everything but the
/// server is real. What it measures is the client.
/// </summary>
public sealed class KafkaMockDriver() : BrokerDriver<KafkaOptions>(Description)
{
    internal static DriverDescription Description { get; } = KafkaDriver.Description with
    {
        Client = "mock",
        InProcess = true,
        Guarantees = KafkaGuarantees.Card with
        {
            ClientCrash = "Nothing: the mock cluster lives in the client's process.",
            ServerCrash = "There is no server.",
        },
    };

    // A message that arrives does not end the mock's waiting, as it does a server's.
    private static readonly TimeSpan FetchWait = TimeSpan.FromMilliseconds(1);

    /// <inheritdoc/>
    public override IBroker Create(KafkaOptions options)
    {
        var cluster = MockCluster.Rent();

        // Whatever server the options name, this driver stays with the mock.
        var endpoint = new KafkaEndpoint(options with { Url = new Uri("kafka://127.0.0.1"), Servers = "" }) { Bootstrap = cluster.Bootstrap, FetchWait = FetchWait };
        return new KafkaBroker(endpoint, new MockTopics(endpoint), Description);
    }
}
