using Genie.Brokers.Nats.Tests.Servers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests;

/// <summary>Two servers of a cluster, the first of which is killed: its clients go to the second.</summary>
public sealed class NatsClusterTests
{
    public static TheoryData<string> Clients => [.. NatsDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task Clients_learn_of_the_other_server_and_go_there(string client)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        var ports = (First: Ports.PickFree(), Second: Ports.PickFree());
        await using var first = await TestServer.StartAsync(Cluster(ports.First, ports.Second));
        await using var second = await TestServer.StartAsync(Cluster(ports.Second, ports.First));
        await using var broker = Create(client, first.Options);
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);

        // Answered from the second server's side: they know each other, and have said so to their clients.
        await using var other = Create(client, second.Options);
        await using var far = await other.ConnectAsync("orders", new ConnectionOptions(), default);
        await Exchanges.ExpectAnswerInTheEndAsync(far);
        await Exchanges.ExpectAnswerInTheEndAsync(connection);
        await first.KillAsync();
        await Exchanges.ExpectAnswerInTheEndAsync(connection);
        await Exchanges.ExpectAnswerInTheEndAsync(far);
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task Where_the_first_server_is_away_from_the_start_a_further_one_is_taken(string client)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var server = await TestServer.StartAsync("");
        await using var broker = Create(client, server.Options with { Url = new Uri($"nats://127.0.0.1:{Ports.PickFree()}"), FurtherServers = $"127.0.0.1:{server.Port}" });
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Exchanges.Echo, default);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        await Exchanges.ExpectAnswerInTheEndAsync(connection);
    }

    [Fact]
    public async Task A_further_server_that_is_no_address_is_named()
    {
        await using var broker = Create("wire", new NatsOptions { FurtherServers = "127.0.0.1:4223, nats://else" });
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("orders", new ConnectionOptions(), default));
        Assert.Contains("nats.further-servers: the value is no list of addresses", error.Message, StringComparison.Ordinal);
    }

    private static IBroker Create(string client, NatsOptions options) => NatsDrivers.All.Single(driver => driver.Client == client).Create(options);

    private static string Cluster(int port, int other) =>
        $$"""cluster { name: "genie", listen: "127.0.0.1:{{port}}", routes: ["nats://127.0.0.1:{{other}}"] }""";
}
