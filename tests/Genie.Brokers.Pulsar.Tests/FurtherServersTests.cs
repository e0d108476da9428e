using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>Several addresses: of a server that is away, and of one that is killed.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class FurtherServersTests(PulsarServers servers)
{
    public static TheoryData<string> AllClients => [.. PulsarDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(AllClients))]
    public async Task Where_the_first_server_is_away_from_the_start_a_further_one_is_taken(string client)
    {
        var server = await servers.PlainAsync();
        await Clients.ExpectRoundTripAsync(Behind(new Uri($"pulsar://127.0.0.1:{Ports.PickFree()}"), server), client);
    }

    [SkippableFact]
    public async Task Where_the_server_is_killed_its_clients_go_to_the_other()
    {
        var second = await servers.PlainAsync();
        Skip.If(second.Process is null, "the server is the user's");
        await using var first = await PlainServer.StartAsync();
        var links = new List<Pair>();
        foreach (var client in PulsarDrivers.All.Select(driver => driver.Client)) links.Add(await Pair.OpenAsync(Clients.Create(Behind(first.Options.Url, second), client)));
        await first.Process!.KillAsync();
        foreach (var link in links) await Exchanges.ExpectAnswerInTheEndAsync(link.Connection);
        foreach (var link in links) await link.DisposeAsync();
    }

    private static PulsarOptions Behind(Uri first, PlainServer second) => second.Options with { Url = first, FurtherServers = $"127.0.0.1:{second.Options.Url.Port}" };

    private sealed record Pair(IBroker Broker, IAsyncDisposable Listener, IBrokerConnection Connection) : IAsyncDisposable
    {
        public static async Task<Pair> OpenAsync(IBroker broker)
        {
            var channel = Clients.NewChannel();
            var listener = await broker.ListenAsync(channel, new ListenOptions(), Exchanges.Echo, default);
            var connection = await broker.ConnectAsync(channel, new ConnectionOptions(), default);
            await Exchanges.ExpectAnswersAsync(connection);
            return new Pair(broker, listener, connection);
        }

        public async ValueTask DisposeAsync()
        {
            await Connection.DisposeAsync();
            await Listener.DisposeAsync();
            await Broker.DisposeAsync();
        }
    }
}
