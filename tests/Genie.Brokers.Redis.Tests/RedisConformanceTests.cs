using Genie.Brokers.Conformance;
using Genie.Brokers.Redis.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Redis.Tests;

[Collection(RedisServerTests.Name)]
public sealed class RedisConformanceTests(RedisServerFixture fixture, ITestOutputHelper output) : BrokerConformanceTests(output)
{
    /// <summary>Persisted is offered with durable=true only: see <see cref="RedisDurableConformanceTests"/>.</summary>
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string> { "persisted-sends-survive-server-crash", "refused-for-a-while", "flush-tells-of-a-loss" };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync()
    {
        fixture.Require();
        var own = fixture.Server.Process is not null;
        return ValueTask.FromResult(new ConformanceSubject
        {
            Driver = RedisDrivers.All.Single(),

            // What a listener that has gone leaves is taken over by another one after so long; the default of 30 s would be waited for.
            Options = fixture.Options with { TakeOverAfter = TimeSpan.FromSeconds(3) },
            CrashAndRestartServer = own ? fixture.Server.CrashAndRestartAsync : null,
            AtPort = port => new RedisBroker(fixture.Options with { Url = fixture.UrlAt(port) }),
            WithWrongPassword = own ? port => new RedisBroker(new RedisOptions { Url = RedisServerFixture.UrlOf("redis", port, "wrong") }) : null,
            PasswordServerPort = fixture.Server.Url.Port,
            ServerPort = fixture.Server.Url.Port,
        });
    }
}
