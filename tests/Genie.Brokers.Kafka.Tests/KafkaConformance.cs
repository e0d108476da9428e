using Genie.Brokers.Conformance;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>Confluent.Kafka against a real server.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaConformance(KafkaServers servers, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    // No order over several partitions, and nothing is confirmed as on disk; a server names its own address, so that no relay stays between.
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "order-is-kept", "persisted-sends-survive-server-crash", "refused-for-a-while", "stalled-server", "deadlines-are-kept", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "waiting-sends-end-with-the-link",
        "backlog-does-not-hide-a-loss", "an-ended-session-is-dropped",
    };

    protected override async ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        var server = await servers.PlainAsync();
        var secured = await servers.SecuredAsync();
        var driver = new KafkaDriver();
        return new ConformanceSubject
        {
            Driver = driver,
            Options = new KafkaOptions { Url = server.Url },
            CrashAndRestartServer = server.Process is null ? null : server.CrashAndRestartAsync,
            AtPort = port => driver.Create(new KafkaOptions { Url = new Uri($"kafka://127.0.0.1:{port}") }),
            WithWrongPassword = port => driver.Create(new KafkaOptions { Url = new Uri($"kafka://{KafkaServers.User}:wrong@127.0.0.1:{port}") }),
            PasswordServerPort = secured.PasswordPort,
        };
    }
}
