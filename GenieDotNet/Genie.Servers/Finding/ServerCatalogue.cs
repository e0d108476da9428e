using System.Security.Cryptography;
using Genie.Brokers.Drivers;
using Genie.Servers.Probing;
using Genie.Servers.Releases;

namespace Genie.Servers.Finding;

/// <summary>The servers that can be found or started.</summary>
public static class ServerCatalogue
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<ServerSystem> All { get; } =
    [
        new()
        {
            Name = "nats", Title = "NATS", Scheme = "nats", StandardPort = NatsServer.StandardPort, ProbeAsync = NatsProbe.AskAsync,
            ComposeService = "nats", DebianPackages = ["nats-server"], IsInstalled = static () => NatsServer.IsInstalled,
            StartAsync = static (folder, port, token) => NatsServer.StartAsync(folder, port, null, token),
            StartGuardedAsync = static (folder, port, token) => NatsServer.StartAsync(folder, port, $"authorization {{ user: genie, password: \"{NewPassword()}\" }}", token),
        },
        new()
        {
            Name = "rabbitmq", Title = "RabbitMQ", Scheme = "amqp", StandardPort = RabbitMqServer.StandardPort, ProbeAsync = AmqpProbe.AskAsync,
            ComposeService = "rabbitmq", AsksForPassword = true, DebianPackages = ["rabbitmq-server"], IsInstalled = static () => RabbitMqServer.IsInstalled,
            StartAsync = static (folder, port, token) => RabbitMqServer.StartAsync(folder, port, null, token),
        },
        new()
        {
            Name = "mqtt", Title = "MQTT (mosquitto)", Scheme = "mqtt", StandardPort = MosquittoServer.StandardPort, ProbeAsync = MqttProbe.AskAsync,
            ComposeService = "mqtt", DebianPackages = ["mosquitto"], IsInstalled = static () => MosquittoServer.IsInstalled,
            StartAsync = static (folder, port, token) => MosquittoServer.StartAsync(folder, port, null, token),
            StartGuardedAsync = static (folder, port, token) => MosquittoServer.StartAsync(folder, port, new MosquittoSettings { Users = new Dictionary<string, string> { ["genie"] = NewPassword() } }, token),
        },
        new()
        {
            Name = "activemq", Title = "ActiveMQ", Scheme = "stomp", StandardPort = ActiveMqServer.StandardPort, NativePort = ActiveMqServer.StandardOpenWirePort, ProbeAsync = StompProbe.AskAsync,
            ComposeService = "activemq", SecondPortVariable = "STOMP_PORT", DebianPackages = ["activemq"], IsInstalled = static () => ActiveMqServer.IsInstalled,
            StartAsync = static (folder, port, token) => ActiveMqServer.StartAsync(folder, port, null, token),
            Released = new(ReleaseTable.Artemis, ReleasedArtemis.StartAsync),
        },
        new()
        {
            Name = "redis", Title = "Redis", Scheme = "redis", StandardPort = RedisServer.StandardPort, ProbeAsync = RedisProbe.AskAsync,
            ComposeService = "redis", DebianPackages = ["redis-server"], IsInstalled = static () => RedisServer.IsInstalled,
            StartAsync = static (folder, port, token) => RedisServer.StartAsync(folder, port, null, token),
        },
        new()
        {
            Name = "kafka", Title = "Kafka", Scheme = "kafka", StandardPort = 9092, ProbeAsync = KafkaProbe.AskAsync,
            ComposeService = "kafka", TellsAddress = true, SecondPortVariable = "CONTROLLER_PORT", Released = new(ReleaseTable.Kafka, ReleasedKafka.StartAsync),
        },
        new()
        {
            Name = "pulsar", Title = "Pulsar", Scheme = "pulsar", StandardPort = 6650, ProbeAsync = PulsarProbe.AskAsync,
            ComposeService = "pulsar", TellsAddress = true, SecondPortVariable = "WEB_PORT", SecondPort = 8080, Released = new(ReleaseTable.Pulsar, ReleasedPulsar.StartAsync),
        },
        new()
        {
            // No container: clients and media driver share memory, which a container has of its own.
            Name = "aeron", Title = "Aeron", Scheme = "aeron", StandardPort = 0, ComposeService = "", StartVariableSuffix = "DRIVER",
            FolderOf = AeronServer.FolderOf, StandardFolder = AeronServer.StandardFolder, ProbeAsync = AeronProbe.AskAsync,
            Released = new(ReleaseTable.Aeron, AeronServer.StartReleasedAsync),
        },
        new()
        {
            Name = "postgis", Title = "PostgreSQL with PostGIS", Scheme = "postgres", StandardPort = 5432, ProbeAsync = PostgresProbe.AskAsync,
            ComposeService = "postgis", DebianPackages = ["postgresql", "postgresql-postgis"], IsInstalled = static () => PostgresServer.IsInstalled,
            StartAsync = PostgresServer.StartAsync, ComposeCredentials = $"{PostgresServer.User}:{PostgresServer.User}",
            NativeCredentials = static folder => $"{PostgresServer.User}:{PostgresServer.Password(folder)}",
        },
        new() { Name = "consul", Title = "Consul", Scheme = "http", StandardPort = 8500, ProbeAsync = HttpProbe.AskConsulAsync, ComposeService = "consul" },
        new() { Name = "schema-registry", Title = "Schema Registry", Scheme = "http", StandardPort = 8081, ProbeAsync = HttpProbe.AskSchemaRegistryAsync, ComposeService = "schema-registry" },
    ];

    /// <summary>The system of a name, or null where it has no server (in-process and brokerless systems).</summary>
    public static ServerSystem? Find(string name) => All.FirstOrDefault(system => system.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>The system of a name.</summary>
    /// <exception cref="ServerException">There is none; the nearest name is suggested.</exception>
    public static ServerSystem Get(string name) => Find(name)
        ?? throw new ServerException($"'{name}' has no server to start.{NearestName.Hint(name, All.Select(system => system.Name))} Known: {string.Join(", ", All.Select(system => system.Name))}.");

    private static string NewPassword() => RandomNumberGenerator.GetHexString(32);
}
