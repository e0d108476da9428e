using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using Genie.Brokers.Nats;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Extensions.Genius.Tests.Delivery;
using Genie.Messaging;
using Genie.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>A real <c>genie genius serve</c> with a webhook and a channel of a real NATS, killed without notice while events come and facts go.</summary>
public sealed class GeniusSinkKillTests(ITestOutputHelper output) : IDisposable
{
    private const int Kills = 3;
    private const int Keys = 4;
    private const int EventsPerKey = 60;

    private readonly TemporaryFolder _folder = new();
    private readonly GeniusHttp _http = new();

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task Every_fact_reaches_webhook_and_channel_under_one_id()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        await using var nats = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, default));
        await using var receiver = new WebhookReceiver(_ => 204);
        var carried = new ConcurrentQueue<string>();
        await using var client = new MessageClient(NatsDrivers.All.Single(driver => driver.Client == "wire").Create(new NatsOptions { Url = nats.Url }));
        await using var subscription = await client.SubscribeAsync("facts", new SubscribeOptions(), (message, _) =>
        {
            carried.Enqueue(message.Id);
            return ValueTask.CompletedTask;
        }, default);

        // A kill each time that some more events were answered, at the middle of what is under way.
        var answered = new int[Keys];
        for (var kill = 0; kill <= Kills; kill++)
        {
            using var server = await _http.StartProcessAsync(_folder.Path, Settings(receiver, nats.Url));
            if (kill == 0) await _http.CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}""");
            var sending = Task.WhenAll(Enumerable.Range(0, Keys).Select(key => SendAsync(key, answered, kill < Kills)));
            if (kill < Kills)
            {
                var until = answered.Sum() + random.Next(1, EventsPerKey * Keys / (Kills + 1));
                await Until.TrueAsync(() => answered.Sum() >= until || sending.IsCompleted);
                await server.SignalAsync("KILL");
                await server.ExitAsync();
                await sending;
                continue;
            }

            await sending;
            try
            {
                await Until.TrueAsync(() => receiver.Received.Select(static each => each.Id).Distinct().Count() >= EventsPerKey * Keys && carried.Distinct().Count() >= EventsPerKey * Keys);
            }
            finally
            {
                output.WriteLine($"{receiver.Received.Count} posts of {PositionsOf(receiver).Distinct().Count()} facts and {carried.Count} messages of {carried.Distinct().Count()}");
            }

            await server.SignalAsync("TERM");
            await server.ExitAsync();
        }

        // Each event matched one rule once, so there are as many facts; both ways carried those, and no others.
        Assert.All(answered, static each => Assert.Equal(EventsPerKey, each));
        var facts = PositionsOf(receiver).Distinct().Order(StringComparer.Ordinal).ToList();
        Assert.Equal(EventsPerKey * Keys, facts.Count);
        Assert.Equal(facts.Select(static each => "genius-" + each), carried.Distinct().Order(StringComparer.Ordinal));
        Assert.Equal(facts.Count, receiver.Received.Select(static each => each.Id).Distinct().Count());
    }

    private static JsonObject Settings(WebhookReceiver receiver, Uri nats) => new()
    {
        ["Webhooks"] = new JsonArray(new JsonObject { ["Name"] = "hooks", ["Url"] = $"{receiver.Url}", ["Secret"] = WebhookSecret.Generate().Export(), ["AllowPrivateAddresses"] = true, ["FirstDelay"] = "00:00:00.1" }),
        ["Broker"] = "nats",
        ["BrokerOptions"] = new JsonObject { ["url"] = $"{nats}" },
        ["Outputs"] = new JsonArray(new JsonObject { ["Channel"] = "facts", ["Format"] = "Json" }),
    };

    /// <summary>Sends a key's events that were not answered yet, one after the other; one whose answer is lost is sent again.</summary>
    private async Task SendAsync(int key, int[] answered, bool mayEnd)
    {
        while (answered[key] < EventsPerKey)
        {
            try
            {
                await _http.CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(answered[key] + 1, 120, $"truck-{key}"));
                Interlocked.Increment(ref answered[key]);
            }
            catch (HttpRequestException) when (mayEnd)
            {
                return;
            }
        }
    }

    private static IEnumerable<string> PositionsOf(WebhookReceiver receiver) => receiver.Received.Select(static each => $"{JsonNode.Parse(each.Body)!["data"]!["position"]}");
}
