using Genie.Brokers.Redis.Official;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Redis.Tests;

/// <summary>Several addresses: of a server that is away, of one that is killed, and of one that takes no writes.</summary>
[Collection(RedisServerTests.Name)]
public sealed class RedisFurtherServersTests(RedisServerFixture fixture)
{
    [SkippableFact]
    public async Task Where_the_first_server_is_away_from_the_start_a_further_one_is_taken()
    {
        fixture.Require();
        await Exchanges.ExpectRoundTripAsync(Create(Ports.PickFree(), fixture.Server.Url.Port));
    }

    [SkippableFact]
    public async Task Where_the_server_is_killed_its_clients_go_to_the_other_and_stay_there()
    {
        fixture.RequireOwn();
        await using var first = await StartAsync();
        await using var second = await StartAsync();
        await using var broker = Create(first.Process.Port, second.Process.Port);
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        await Exchanges.ExpectAnswersAsync(connection);
        await first.Process.KillAsync();
        await Exchanges.ExpectAnswerInTheEndAsync(connection);
        await Exchanges.ExpectAnswersAsync(connection);
    }

    [SkippableFact]
    public async Task A_replica_is_passed_over()
    {
        fixture.RequireOwn();
        await using var replica = await StartAsync($"replicaof 127.0.0.1 {fixture.Server.Url.Port}");
        await Exchanges.ExpectRoundTripAsync(Create(replica.Process.Port, fixture.Server.Url.Port));
    }

    [SkippableFact]
    public async Task Where_none_can_be_reached_the_first_is_named()
    {
        fixture.Require();
        var port = Ports.PickFree();
        await using var broker = Create(port, Ports.PickFree());
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await broker.ConnectAsync("orders", new ConnectionOptions(), default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_further_server_that_is_no_address_is_named()
    {
        var error = Assert.Throws<BrokerSettingException>(() => new RedisBroker(new RedisOptions { FurtherServers = "redis://else" }));
        Assert.Contains("redis.further-servers: the value is no list of addresses", error.Message, StringComparison.Ordinal);
    }

    private RedisBroker Create(int port, int further) => new(fixture.Options with { Url = fixture.UrlAt(port), FurtherServers = $"127.0.0.1:{further}" });

    private static Task<OwnServer> StartAsync(string configuration = "") => OwnServer.StartAsync("test-redis", (folder, port) =>
        RedisServer.StartAsync(folder, port, new RedisSettings { Password = RedisServerFixture.Password, Configuration = configuration }, CancellationToken.None));
}
