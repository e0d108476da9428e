using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Kafka's client against librdkafka's own mock cluster in this process: where no server can be had, everything but the
/// server is real. What it measures is the client.
/// </summary>
public sealed class KafkaMockDriver : IBrokerDriver
{
    // A message that arrives does not end the mock's waiting, as it does a server's.
    private static readonly TimeSpan FetchWait = TimeSpan.FromMilliseconds(1);

    /// <inheritdoc/>
    public string Broker => KafkaDrivers.Broker;

    /// <inheritdoc/>
    public string Client => "mock";

    /// <inheritdoc/>
    public string ClientVersion => KafkaDriver.Version;

    /// <inheritdoc/>
    public bool InProcess => true;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees { get; } = KafkaGuarantees.Card with
    {
        ClientCrash = "Nothing: the mock cluster lives in the client's process.",
        ServerCrash = "There is no server.",
    };

    /// <inheritdoc/>
    public AllocationBounds Allocations => KafkaDriver.AllocationsOfClient;

    /// <inheritdoc/>
    public Type OptionsType => typeof(KafkaOptions);

    /// <inheritdoc/>
    public IBroker Create(object options)
    {
        var given = (KafkaOptions)options;
        var cluster = MockCluster.Rent();

        // Whatever server the options name, this driver stays with the mock.
        var endpoint = new KafkaEndpoint(given with { Url = new Uri("kafka://127.0.0.1"), Servers = "" }) { Bootstrap = cluster.Bootstrap, FetchWait = FetchWait };
        return new KafkaBroker(endpoint, new MockTopics(endpoint), Client, isMock: true);
    }
}
