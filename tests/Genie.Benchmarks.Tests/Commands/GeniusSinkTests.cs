using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Extensions.Genius.Tests.Delivery;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Webhooks of <c>genie genius serve</c>, as its settings say, and what they gave up.</summary>
public sealed class GeniusSinkTests : IDisposable
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromMinutes(1);
    private static readonly WebhookSecret Secret = WebhookSecret.Generate();

    private readonly TemporaryFolder _folder = new();
    private readonly GeniusHttp _http = new();

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_webhook_gets_the_facts_that_it_names_signed_by_the_secret_of_a_file()
    {
        await using var receiver = new WebhookReceiver(_ => 204);
        var settings = Webhook(receiver);
        (settings["Facts"], settings["Rules"], settings["Keys"]) = (new JsonArray("RulesMatched"), new JsonArray("fa*"), new JsonArray("truck-*"));
        using var server = await StartAsync(settings);
        await _http.CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}""");
        await _http.CallAsync(HttpMethod.Put, "rules/slow", """{"text":"value < 10"}""");
        await SendAsync(1, 120, "van-7");
        await SendAsync(1, 1, "truck-7");
        await SendAsync(2, 50, "truck-7");
        await SendAsync(3, 120, "truck-7");
        await SendAsync(4, 130, "truck-8");
        await UntilAsync(() => Task.FromResult(receiver.Received.Count == 2));
        var bodies = receiver.Received.Select(each => JsonNode.Parse(each.Body)!).OrderBy(each => long.Parse($"{each["data"]!["position"]}")).ToList();
        Assert.Equal(["truck-7", "truck-8"], bodies.Select(each => $"{each["data"]!["rulesMatched"]!["key"]}"));
        Assert.All(bodies, each => Assert.Equal("RulesMatched", $"{each["type"]}"));
        Assert.All(receiver.Received, each => Assert.True(WebhookSignature.Verify(Secret, each.Id, each.Timestamp, each.Signature, Encoding.UTF8.GetBytes(each.Body), TimeSpan.FromMinutes(5), TimeProvider.System)));
        var delivery = await DeliveryAsync();
        Assert.Equal(("hooks", $"{receiver.Url}"), ($"{delivery["subscription"]}", $"{delivery["receiver"]}"));
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Dead_letters_outlive_the_server_and_are_tried_again()
    {
        var status = 410;
        await using var receiver = new WebhookReceiver(_ => Volatile.Read(ref status));
        using (var server = await StartAsync(Webhook(receiver)))
        {
            await _http.CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}""");
            for (var i = 1; i <= 3; i++) await SendAsync(i, 120, $"truck-{i}");
            await UntilAsync(async () => $"{(await DeliveryAsync())["dead"]}" == "3");
            await GeniusProcess.EndAfterGivingUpAsync(server);
        }

        Volatile.Write(ref status, 200);
        using (var server = await StartAsync(Webhook(receiver)))
        {
            var letters = (await _http.CallAsync(HttpMethod.Get, "deliveries/hooks/deadLetters"))["letters"]!.AsArray();
            Assert.Equal(["HTTP 410", "HTTP 410", "HTTP 410"], letters.Select(each => $"{each!["reason"]}"));
            Assert.Equal("genius/events/truck-1", $"{letters[0]!["stream"]}");
            var one = await _http.CallAsync(HttpMethod.Post, "deliveries/hooks/deadLetters:requeue", $$"""{"positions":["{{letters[0]!["position"]}}"]}""");
            Assert.Equal(("1", "2"), ($"{one["requeued"]}", $"{one["dead"]}"));
            await _http.CallAsync(HttpMethod.Post, "deliveries/hooks/deadLetters:requeue", """{"all":true}""");
            await UntilAsync(() => Task.FromResult(receiver.Received.Count == 6));
            await UntilAsync(async () => await DeliveryAsync() is var delivery && $"{delivery["dead"]} {delivery["waiting"]}" == "0 0");
            Assert.Equal(3, receiver.Received.Select(each => each.Id).Distinct().Count());
            await _http.ExpectAsync(HttpStatusCode.NotFound, HttpMethod.Get, "deliveries/none/deadLetters");
            await GeniusProcess.EndAfterGivingUpAsync(server);
        }
    }

    [Fact]
    public async Task Deliveries_have_scopes_of_their_own_and_callers_of_some_keys_see_none()
    {
        await using var receiver = new WebhookReceiver(_ => 200);
        var limited = GeniusHttp.Key("limited", "deliveries");
        limited["Keys"] = new JsonArray("truck-*");
        var settings = new JsonObject { ["ApiKeys"] = new JsonArray(GeniusHttp.Key("reader", "deliveries.read"), GeniusHttp.Key("operator", "deliveries"), GeniusHttp.Key("events", "events"), GeniusHttp.Key("viewer", "rules.read"), limited) };
        using var server = await StartAsync(Webhook(receiver), settings);
        await _http.ExpectAsync(HttpStatusCode.Unauthorized, HttpMethod.Get, "deliveries");
        _http.As("reader");
        await DeliveryAsync();
        await _http.CallAsync(HttpMethod.Get, "deliveries/hooks/deadLetters");
        Assert.Contains("needs the scope 'deliveries'", await RequeueAsync(HttpStatusCode.Forbidden), StringComparison.Ordinal);
        await _http.ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "status");
        _http.As("operator");
        await RequeueAsync(HttpStatusCode.OK);
        _http.As("events");
        await _http.ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "deliveries");
        _http.As("viewer");
        await _http.CallAsync(HttpMethod.Get, "status");
        await _http.CallAsync(HttpMethod.Get, "fences");
        _http.As("limited");
        Assert.Contains("limited to truck-*", await RequeueAsync(HttpStatusCode.Forbidden), StringComparison.Ordinal);
        await GeniusProcess.EndAsync(server);
    }

    private Task<string> RequeueAsync(HttpStatusCode expected) => _http.ExpectAsync(expected, HttpMethod.Post, "deliveries/hooks/deadLetters:requeue", """{"all":true}""");

    private Task<JsonNode> SendAsync(int sequence, double value, string stream) => _http.CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(sequence, value, stream));

    private async Task<JsonNode> DeliveryAsync() => Assert.Single((await _http.CallAsync(HttpMethod.Get, "deliveries"))["deliveries"]!.AsArray())!;

    private JsonObject Webhook(WebhookReceiver receiver)
    {
        var file = Path.Combine(_folder.Path, "secret.txt");
        File.WriteAllText(file, Secret.Export() + "\n");
        return new JsonObject { ["Name"] = "hooks", ["Url"] = $"{receiver.Url}", ["SecretFile"] = file, ["AllowPrivateAddresses"] = true };
    }

    private Task<GenieRun> StartAsync(JsonObject webhook, JsonObject? settings = null)
    {
        settings ??= [];
        settings["Webhooks"] = new JsonArray(webhook);
        return _http.StartAsync(_folder.Path, settings);
    }

    private static async Task UntilAsync(Func<Task<bool>> isDone)
    {
        using var enough = new CancellationTokenSource(SafetyNet);
        while (!await isDone()) await Task.Delay(20, enough.Token);
    }
}
