using Genie.Brokers;
using Genie.Brokers.Redis;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Messaging.Tests;

/// <summary>A system that keeps messages and delivers them again.</summary>
public sealed class RedisMessagingTests(RedisMessagingTests.Fixture fixture) : DeadLetterTests, IClassFixture<RedisMessagingTests.Fixture>
{
    protected override IBroker CreateBroker()
    {
        Skip.If(fixture.Unavailable is not null, fixture.Unavailable);
        return RedisDrivers.All[0].Create(new RedisOptions { Url = fixture.Server.Url, TakeOverAfter = TimeSpan.FromSeconds(1) });
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private ServerUnderTest? _server;

        public string? Unavailable { get; } = ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled);

        public ServerUnderTest Server => _server!;

        public async Task InitializeAsync()
        {
            if (Unavailable is null) _server = await ServerUnderTest.StartAsync("redis", "redis", (folder, port) => RedisServer.StartAsync(folder, port, new RedisSettings(), CancellationToken.None));
        }

        public async Task DisposeAsync()
        {
            if (_server is not null) await _server.DisposeAsync();
        }
    }
}
