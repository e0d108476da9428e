using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Links;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests;

/// <summary>A server of a cluster that sends its clients away before it ends: they are elsewhere by then, and nothing was lost or failed.</summary>
public sealed class NatsLameDuckTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    [SkippableTheory]
    [InlineData("wire", false)]
    [InlineData("wire", true)]
    [InlineData("official", false)]
    public async Task Its_clients_move_and_no_request_fails(string client, bool inline)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        var ports = (First: Ports.PickFree(), Second: Ports.PickFree());
        await using var first = await TestServer.StartAsync(Cluster(ports.First, ports.Second));
        await using var second = await TestServer.StartAsync(Cluster(ports.Second, ports.First));
        var changes = new ConcurrentQueue<LinkChange>();
        await using var broker = Create(client, first.Options with { FurtherServers = $"127.0.0.1:{second.Port}" });
        await using var listener = await broker.ListenAsync("orders", new ListenOptions { LinkChanged = changes.Enqueue, InlineHandler = inline, Concurrency = 8 }, EchoSlowlyAsync, default);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions { InlineContinuations = inline, RequestTimeout = TimeSpan.FromSeconds(30) }, default);
        await using var other = Create(client, second.Options);
        await using var far = await other.ConnectAsync("orders", new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(30) }, default);
        await Exchanges.ExpectAnswersAsync(connection, [1]);
        await ExpectRouteAsync(far);

        // From here on nothing may fail.
        using var enough = new CancellationTokenSource();
        var asking = Task.WhenAll(Enumerable.Range(0, 4).SelectMany(_ => new[] { AskAsync(connection, enough.Token), AskAsync(far, enough.Token) }));
        await first.SendClientsAwayAsync();
        await Task.WhenAny(asking, first.WaitForEndAsync().WaitAsync(Timeout));
        await Exchanges.ExpectAnswersAsync(connection, [1, 1000]);
        await enough.CancelAsync();
        await asking;
        Assert.Empty(changes);
    }

    [SkippableTheory]
    [InlineData("wire")]
    [InlineData("official")]
    public async Task Where_there_is_no_other_server_the_link_stays_until_it_is_lost(string client)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var server = await TestServer.StartAsync(LameDuck);
        var changes = new ConcurrentQueue<LinkChange>();
        await using var broker = Create(client, server.Options);
        await using var listener = await broker.ListenAsync("orders", new ListenOptions { LinkChanged = changes.Enqueue }, Exchanges.Echo, default);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        await server.SendClientsAwayAsync();
        await Exchanges.ExpectAnswersAsync(connection, [1, 1000]);
        await server.WaitForEndAsync().WaitAsync(Timeout);
        await server.RestartAsync();
        await ExpectRouteAsync(connection);
        if (client == "wire") Assert.Contains(changes, change => change.State == LinkState.Lost);
    }

    [SkippableTheory]
    [InlineData("wire")]
    [InlineData("official")]
    public async Task A_listener_of_messages_to_all_gets_none_twice(string client)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        var ports = (First: Ports.PickFree(), Second: Ports.PickFree());
        await using var first = await TestServer.StartAsync(Cluster(ports.First, ports.Second));
        await using var second = await TestServer.StartAsync(Cluster(ports.Second, ports.First));
        var seen = new ConcurrentDictionary<int, int>();
        await using var broker = Create(client, first.Options with { FurtherServers = $"127.0.0.1:{second.Port}" });
        await using var listener = await broker.ListenAsync("news", new ListenOptions { Delivery = Delivery.Broadcast, Concurrency = 1 }, NoteAsync, default);
        await using var other = Create(client, second.Options);
        await using var far = await other.ConnectAsync("news", new ConnectionOptions { Delivery = Delivery.Broadcast }, default);
        var sent = 0;
        await SendUntilAsync(() => seen.Count > 100);
        await first.SendClientsAwayAsync();
        await SendUntilAsync(() => first.WaitForEndAsync().IsCompleted);
        var before = sent;
        await SendUntilAsync(() => seen.Keys.Any(number => number > before));
        Assert.All(seen, static number => Assert.Equal(1, number.Value));

        ValueTask NoteAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
        {
            seen.AddOrUpdate(BitConverter.ToInt32(message.ToArray()), 1, static (_, times) => times + 1);
            return ValueTask.CompletedTask;
        }

        async Task SendUntilAsync(Func<bool> condition)
        {
            for (var deadline = DateTime.UtcNow + Timeout; !condition(); await Task.Delay(1))
            {
                Assert.True(DateTime.UtcNow < deadline, $"{seen.Count} of {sent} messages arrived");
                await far.SendAsync(BitConverter.GetBytes(++sent), default);
            }
        }
    }

    private const string LameDuck = """
        lame_duck_grace_period: "3s"
        lame_duck_duration: "30s"
        """;

    private static IBroker Create(string client, NatsOptions options) => NatsDrivers.All.Single(driver => driver.Client == client).Create(options);

    private static string Cluster(int port, int other) =>
        $$"""
        cluster { name: "genie", listen: "127.0.0.1:{{port}}", routes: ["nats://127.0.0.1:{{other}}"] }
        {{LameDuck}}
        """;

    // There is always something under way, which a link that is lost takes with it.
    private static async ValueTask EchoSlowlyAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        await Task.Delay(5, CancellationToken.None);
        await Exchanges.Echo(message, reply, cancellationToken);
    }

    private static async Task AskAsync(IBrokerConnection connection, CancellationToken enough)
    {
        while (!enough.IsCancellationRequested)
        {
            await Exchanges.ExpectAnswersAsync(connection, [8]);
            await Task.Delay(1, CancellationToken.None);
        }
    }

    // Each server of a cluster learns of the other's subscriptions, and a restarted one of its clients.
    private static async Task ExpectRouteAsync(IBrokerConnection connection)
    {
        for (var deadline = DateTime.UtcNow + Timeout; ; await Task.Delay(20))
        {
            try
            {
                await Exchanges.ExpectAnswersAsync(connection, [1]);
                return;
            }
            catch (BrokerException error) when (error.IsTransient && DateTime.UtcNow < deadline)
            {
                // Not yet.
            }
        }
    }
}
