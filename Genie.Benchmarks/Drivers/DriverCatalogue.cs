using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Drivers.Sockets;
using Genie.Brokers.ActiveMQ;
using Genie.Brokers.Aeron;
using Genie.Brokers.Drivers;
using Genie.Brokers.Grains;
using Genie.Brokers.InMemory;
using Genie.Brokers.Kafka;
using Genie.Brokers.Mqtt;
using Genie.Brokers.Nats;
using Genie.Brokers.Orleans;
using Genie.Brokers.ProtoActor;
using Genie.Brokers.Pulsar;
using Genie.Brokers.Quic;
using Genie.Brokers.RabbitMQ;
using Genie.Brokers.Redis;
using Genie.Brokers.Udp;
using Genie.Brokers.ZeroMQ;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Drivers;

/// <summary>Every messaging system this program knows. A system's assembly is loaded when one of its drivers is asked for.</summary>
internal static class DriverCatalogue
{
    /// <summary>The workload with no broker, in one process: what the work itself costs.</summary>
    public const string NullBroker = "none";

    private const string StandInActors = "grains";

    private static readonly (string Broker, Func<IReadOnlyList<IBrokerDriver>> Load)[] Systems =
    [
        (SocketsDriver.Name, static () => SocketsDriver.All),
        (NullBroker, static () => InMemoryDrivers.All),
        ("inmemory", static () => InMemoryDrivers.All),
        ("nats", static () => NatsDrivers.All),
        ("rabbitmq", static () => RabbitMQDrivers.All),
        ("redis", static () => RedisDrivers.All),
        ("kafka", static () => KafkaDrivers.All),
        ("mqtt", static () => MqttDrivers.All),
        ("activemq", static () => ActiveMQDrivers.All),
        ("pulsar", static () => PulsarDrivers.All),
        ("aeron", static () => AeronDrivers.All),
        ("zeromq", static () => ZeroMQDrivers.All),
        ("quic", static () => QuicDrivers.All),
        ("udp", static () => UdpDrivers.All),
        ("protoactor", static () => ProtoActorDrivers.All),
        ("orleans", static () => OrleansDrivers.All),
        (StandInActors, static () => GrainsDrivers.All),
    ];

    /// <summary>What is no messaging system.</summary>
    public static IReadOnlyList<string> References { get; } = [SocketsDriver.Name, NullBroker];

    /// <summary>The systems' names, the references first.</summary>
    public static IReadOnlyList<string> Brokers { get; } = [.. Systems.Select(system => system.Broker)];

    /// <summary>
    /// What is measured where nothing is named: every system, and the reference of two processes; one process with no broker is of no system's shape.
    /// Grains of our own stand for an actor system only where that is missing.
    /// </summary>
    public static IReadOnlyList<string> Usual =>
        [.. Brokers.Where(broker => broker != NullBroker && (broker != StandInActors || ProtoActorDrivers.All.Count == 0))];

    /// <summary>The drivers of a system that were built, its wire driver first; empty where their packages are missing.</summary>
    /// <exception cref="BadArgumentException">There is no such system; the nearest name is suggested.</exception>
    public static IReadOnlyList<IBrokerDriver> Of(string broker)
    {
        var load = Systems.FirstOrDefault(system => system.Broker == broker).Load
            ?? throw new BadArgumentException(DescribeUnknown(broker));
        return [.. load().Where(driver => driver.Broker == broker)];
    }

    /// <summary>Says that there is no such system, and which are near.</summary>
    public static string DescribeUnknown(string broker) => $"Unknown messaging system '{SecretText.OfStray(broker)}'.{NearestName.Hint(broker, Brokers)} Known: {string.Join(", ", Brokers)}.";

    /// <summary>True for a driver that does without the server that its system's other drivers need: where there is one, it is no further client of it.</summary>
    public static bool IsStandIn(IBrokerDriver driver) =>
        driver.InProcess && ServerCatalogue.Find(driver.Broker) is not null && Of(driver.Broker).Any(other => !other.InProcess);

    /// <summary>Why none of a system's drivers can work on this machine, and what to do; null where one can.</summary>
    public static string? WhyUnavailable(IReadOnlyList<IBrokerDriver> drivers) =>
        drivers.Count > 0 && drivers.All(driver => driver.WhyUnavailable is not null) ? drivers[0].WhyUnavailable : null;

    /// <summary>The driver of a system through a client.</summary>
    /// <param name="broker">The system's name.</param>
    /// <param name="client"><c>wire</c>, <c>official</c> or a library's own name.</param>
    /// <exception cref="BadArgumentException">There is no such system or client.</exception>
    public static IBrokerDriver Find(string broker, string client)
    {
        var drivers = Of(broker);
        return drivers.FirstOrDefault(driver => driver.Client == client)
            ?? throw new BadArgumentException(drivers.Count == 0
                ? $"No client of {broker} was built; './genie brokers' names the missing package."
                : $"{broker} has no client '{client}'.{NearestName.Hint(client, drivers.Select(d => d.Client))} It has: {string.Join(", ", drivers.Select(d => d.Client))}.");
    }
}
