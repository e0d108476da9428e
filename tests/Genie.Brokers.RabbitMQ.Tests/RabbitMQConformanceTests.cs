using Genie.Brokers.Conformance;
using Genie.Brokers.RabbitMQ.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.RabbitMQ.Tests;

[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQConformanceTests(RabbitMQServerFixture fixture, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    /// <summary>It has every level there is.</summary>
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string> { "unsupported-confirmation-is-refused", "refused-for-a-while" };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        fixture.Require();
        var own = fixture.Server.Process is not null;
        return ValueTask.FromResult(new ConformanceSubject
        {
            Driver = RabbitMQDrivers.All.Single(),
            Options = fixture.Options,
            CrashAndRestartServer = own ? fixture.Server.CrashAndRestartAsync : null,
            AtPort = port => new RabbitMQBroker(new RabbitMQOptions { Url = new Uri($"amqp://127.0.0.1:{port}") }),
            WithWrongPassword = port => new RabbitMQBroker(new RabbitMQOptions { Url = new Uri($"amqp://guest:wrong@127.0.0.1:{port}") }),
            PasswordServerPort = fixture.Server.Url.Port,
            ServerPort = fixture.Server.Url.Port,
        });
    }
}
