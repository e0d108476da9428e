using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Extensions.Genius.Onnx.Tests;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Events and rules of <c>genie genius serve</c> by HTTP with JSON.</summary>
public sealed class GeniusJsonTests : IDisposable
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromMinutes(1);

    private readonly TemporaryFolder _folder = new();
    private readonly GeniusHttp _http = new();

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Rules_are_managed_and_events_processed()
    {
        using var server = await StartAsync();
        Assert.Equal("value > 100", (await CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}"""))["text"]!.GetValue<string>());
        Assert.Equal("fast", (await CallAsync(HttpMethod.Get, "rules"))["rules"]![0]!["id"]!.GetValue<string>());
        var decision = await CallAsync(HttpMethod.Post, "events", Event(1, 120));
        Assert.True(decision["accepted"]!.GetValue<bool>());
        Assert.Equal("fast", decision["reply"]!["rules"]![0]!.GetValue<string>());
        Assert.True((await CallAsync(HttpMethod.Post, "events", Event(1, 120)))["isRepeat"]!.GetValue<bool>());
        Assert.False((await CallAsync(HttpMethod.Post, "rules:explain", $$"""{"rule":{"id":"fast"},"event":{{Event(2, 90)}}}"""))["isMet"]!.GetValue<bool>());
        Assert.Equal(
            """window("minutes").count is 120""",
            (await CallAsync(HttpMethod.Post, "rules:explain", """{"rule":{"text":"window(\"minutes\").count > 100"},"fact":{"windowClosed":{"window":"minutes","key":"truck-7","end":"2026-01-01T09:00:00Z","count":"120"}}}"""))["seen"]!.GetValue<string>());
        await ExpectAsync(HttpStatusCode.NotFound, HttpMethod.Post, "rules:explain", """{"rule":{"id":"fast"},"position":"1000000"}""");
        Assert.Equal("1", (await CallAsync(HttpMethod.Post, "rules:dryRun", """{"rule":{"text":"value > 110"}}"""))["matches"]!.GetValue<string>());
        Assert.Equal("RULE_SHADOW", (await CallAsync(HttpMethod.Post, "rules/fast:setMode", """{"mode":"RULE_SHADOW"}"""))["mode"]!.GetValue<string>());
        Assert.NotEmpty((await CallAsync(HttpMethod.Post, "events:poll", """{"consumer":"a"}"""))["records"]!.AsArray());

        Assert.Equal("120", $"{(await CallAsync(HttpMethod.Get, "keys/truck-7"))["event"]!["value"]}");
        await ExpectAsync(HttpStatusCode.NotFound, HttpMethod.Get, "keys/truck-8");
        var found = await CallAsync(HttpMethod.Post, "keys:find", """{"where":{"text":"value > 100 && place.within(circle(40, -75, 2000))"},"near":{"latitude":40.001,"longitude":-75}}""");
        Assert.InRange(found["keys"]![0]!["metres"]!.GetValue<double>(), 110, 112);
        Assert.Empty((await CallAsync(HttpMethod.Post, "keys:findPairs", """{"metresMax":1000}"""))["pairs"]!.AsArray());
        await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Post, "keys:find", """{"where":{"text":"value >"}}""");

        // Each fact is a line, as it comes.
        using var facts = await _http.Client.GetAsync(Url("outputs"), HttpCompletionOption.ResponseHeadersRead);
        using var lines = new StreamReader(await facts.Content.ReadAsStreamAsync());
        Assert.Contains("fast", await lines.ReadLineAsync().WaitAsync(SafetyNet), StringComparison.Ordinal);

        await CallAsync(HttpMethod.Delete, "rules/fast");
        await ExpectAsync(HttpStatusCode.NotFound, HttpMethod.Delete, "rules/fast");
        Assert.Contains("Line 1, column 8", await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Put, "rules/fast", """{"text":"value >"}"""), StringComparison.Ordinal);
        await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Post, "events", "{");

        await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Get, "outputs?after_position=1000000");

        // A reader that is there to the end hears of it, and nothing of either is an error of the server's.
        using var until = await _http.Client.GetAsync(Url("outputs?after_position=-1"), HttpCompletionOption.ResponseHeadersRead);
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Pages_of_other_sites_and_the_port_without_keys_get_nothing()
    {
        using var server = await StartAsync();
        using (var rebound = new HttpRequestMessage(HttpMethod.Get, Url("rules")) { Headers = { Host = "rebound.example" } })
            Assert.Equal(HttpStatusCode.MisdirectedRequest, (await _http.Client.SendAsync(rebound)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _http.Client.GetAsync(new Uri($"http://127.0.0.1:{_http.WebPort}/v1/rules"))).StatusCode);

        // What a browser sends to another site without asking that site first.
        using (var simple = new HttpRequestMessage(HttpMethod.Post, Url("events")) { Content = new StringContent(Event(1, 1), Encoding.UTF8, "text/plain") })
            Assert.False((await _http.Client.SendAsync(simple)).IsSuccessStatusCode);
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task A_key_opens_what_its_scopes_say()
    {
        using var server = await StartAsync(new { Name = "operator", Sha256 = ApiKey.HashOf("operator"), Scopes = new[] { ApiScope.Rules } });
        await ExpectAsync(HttpStatusCode.Unauthorized, HttpMethod.Get, "rules");
        As("operator");
        await CallAsync(HttpMethod.Get, "rules");
        Assert.Contains("This call needs the scope 'events.write'; operator has 'rules'.", await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Post, "events", Event(1, 1)), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, (await _http.Client.GetAsync(new Uri($"http://127.0.0.1:{_http.WebPort}/v1/rules"))).StatusCode);

        // What programs read of errors.
        var missing = JsonNode.Parse(await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Post, "events", Event(1, 1)))!["details"]![0]!;
        Assert.Equal(("type.googleapis.com/google.rpc.ErrorInfo", "SCOPE_MISSING", "genie.genius", "events.write"), ((string)missing["@type"]!, (string)missing["reason"]!, (string)missing["domain"]!, (string)missing["metadata"]!["scope"]!));
        var wrong = JsonNode.Parse(await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Put, "rules/fast", """{"text":"value >"}"""))!["details"]![0]!;
        Assert.Equal(("type.googleapis.com/google.rpc.BadRequest", "text"), ((string)wrong["@type"]!, (string)wrong["fieldViolations"]![0]!["field"]!));

        // Names with a slash in a path of HTTP/1.1.
        Assert.Equal("x/y", (string)(await CallAsync(HttpMethod.Put, "rules/x%2Fy", """{"text":"true"}"""))["id"]!);
        await CallAsync(HttpMethod.Delete, "rules/x%2Fy");
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Scopes_of_reading_and_writing_are_apart_and_keys_of_others_are_not_seen()
    {
        object Key(string name, string scope, string[]? keys = null) => new { Name = name, Sha256 = ApiKey.HashOf(name), Scopes = new[] { scope }, Keys = keys };
        using var server = await StartAsync(Key("writer", "events.write", ["truck-*"]), Key("reader", "events.read"), Key("vans", "events.read", ["van-*"]), Key("viewer", "rules.read"), Key("all", "events"));
        As("writer");
        Assert.True((await CallAsync(HttpMethod.Post, "events", Event(1, 1)))["accepted"]!.GetValue<bool>());
        Assert.Contains("is none of this caller's keys: it is limited to truck-*", await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Post, "events", Event(1, 1, "van-1")), StringComparison.Ordinal);
        Assert.Contains("needs the scope 'events.read'", await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "outputs"), StringComparison.Ordinal);
        await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "keys/truck-7");
        As("reader");
        await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Post, "events", Event(2, 1));
        Assert.NotEmpty((await CallAsync(HttpMethod.Post, "events:poll", """{"consumer":"a"}"""))["records"]!.AsArray());
        await CallAsync(HttpMethod.Get, "keys/truck-7");
        As("vans");
        Assert.Empty((await CallAsync(HttpMethod.Post, "events:poll", """{"consumer":"b"}"""))["records"]!.AsArray());
        await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "keys/truck-7");
        As("viewer");
        await CallAsync(HttpMethod.Get, "rules");
        await CallAsync(HttpMethod.Post, "rules:dryRun", """{"rule":{"text":"true"}}""");
        Assert.Contains("This call needs the scope 'rules'; viewer has 'rules.read'.", await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Put, "rules/r", """{"text":"true"}"""), StringComparison.Ordinal);
        As("all");
        await CallAsync(HttpMethod.Post, "events", Event(3, 1));
        await CallAsync(HttpMethod.Post, "keys:find", "{}");
        await ExpectAsync(HttpStatusCode.Forbidden, HttpMethod.Get, "rules");
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Who_brings_more_events_than_its_quota_waits_and_too_many_are_refused()
    {
        const int Sent = 200;
        using var server = await StartAsync(new { Name = "sender", Sha256 = ApiKey.HashOf("sender"), Scopes = new[] { ApiScope.Events }, EventsPerSecond = 1 });
        As("sender");
        using var enough = new CancellationTokenSource(SafetyNet);
        var sent = Enumerable.Range(1, Sent).Select(async sequence =>
        {
            using var answer = await _http.SendAsync(HttpMethod.Post, "events", Event(sequence, 1), enough.Token);
            return answer.StatusCode;
        }).ToList();
        var seen = new HashSet<HttpStatusCode>();
        while (seen.Count < 2)
        {
            var answered = await Task.WhenAny(sent);
            sent.Remove(answered);
            seen.Add(await answered);
        }

        // Those that wait leave; the server ends all the same.
        await enough.CancelAsync();
        await Task.WhenAny(Task.WhenAll(sent));
        Assert.Equal([HttpStatusCode.OK, HttpStatusCode.TooManyRequests], seen.Order());
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Attributes_come_in_are_matched_and_given_back()
    {
        using var server = await StartAsync();
        await CallAsync(HttpMethod.Put, "rules/ann-late", """{"text":"attributes.driver == \"ann\" && attributes.delay > 5.5 && attributes.loaded"}""");
        var attributes = new JsonObject { ["driver"] = "ann", ["delay"] = 6.25, ["loaded"] = true };
        Assert.Equal("ann-late", (await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(1, 1, attributes: attributes)))["reply"]!["rules"]![0]!.GetValue<string>());
        Assert.Empty((await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(2, 1, attributes: new JsonObject { ["driver"] = "bob", ["delay"] = 6.25, ["loaded"] = true })))["reply"]!["rules"]!.AsArray());
        Assert.Empty((await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(3, 1)))["reply"]!["rules"]!.AsArray());

        // An attribute that is none is a decision against the event, not an error of the call.
        foreach (var wrong in (JsonObject[])[new() { ["driver"] = new JsonArray(1) }, new() { ["no name"] = 1 }, new() { ["driver"] = null }])
        {
            var refused = await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(4, 1, attributes: wrong));
            Assert.False(refused["accepted"]!.GetValue<bool>());
            Assert.NotEmpty(refused["reason"]!.GetValue<string>());
        }

        var sent = JsonNode.Parse(GeniusHttp.Event(1, 1, "truck-8", new JsonObject { ["driver"] = "ann", ["delay"] = 6.25, ["loaded"] = true }))!;
        await CallAsync(HttpMethod.Post, "events", sent.ToJsonString());
        var found = (await CallAsync(HttpMethod.Post, "keys:find", """{"where":{"text":"has(attributes.driver)"}}"""))["keys"]!.AsArray();
        Assert.Equal("truck-8", Assert.Single(found)!["event"]!["key"]!.GetValue<string>());
        Assert.True(JsonNode.DeepEquals(sent["attributes"], found[0]!["event"]!["attributes"]), $"{found[0]}");
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Tables_of_the_settings_are_joined_and_read_again_when_they_change()
    {
        var (fleet, banned) = (Path.Combine(_folder.Path, "fleet.csv"), Path.Combine(_folder.Path, "banned.json"));
        await File.WriteAllTextAsync(fleet, "id,depot,axles:number\ntruck-7,west,3\ntruck-8,east,2\n");
        await File.WriteAllTextAsync(banned, """["ann"]""");
        using var server = await _http.StartAsync(_folder.Path, new JsonObject
        {
            ["Tables"] = new JsonArray(new JsonObject { ["Name"] = "fleet", ["File"] = fleet }, new JsonObject { ["Name"] = "banned", ["File"] = banned }),
        });
        await CallAsync(HttpMethod.Put, "rules/west", """{"text":"lookup(\"fleet\", key).depot == \"west\" && lookup(\"fleet\", key).axles > 2"}""");
        await CallAsync(HttpMethod.Put, "rules/banned", """{"text":"attributes.driver in table(\"banned\")"}""");
        await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Put, "rules/none", """{"text":"key in table(\"missing\")"}""");
        var sequence = 0;
        async Task<string> RulesOf(string key, string driver) => string.Join(' ', (await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(++sequence, 1, key, new JsonObject { ["driver"] = driver })))["reply"]!["rules"]!.AsArray());
        Assert.Equal("banned west", await RulesOf("truck-7", "ann"));
        Assert.Equal("", await RulesOf("truck-8", "bob"));

        await File.WriteAllTextAsync(banned + ".new", """["bob"]""");
        File.Move(banned + ".new", banned, overwrite: true);
        using var enough = new CancellationTokenSource(SafetyNet);
        while (await RulesOf("truck-8", "bob") != "banned") enough.Token.ThrowIfCancellationRequested();
        Assert.Equal("west", await RulesOf("truck-7", "ann"));
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task A_rule_with_a_sequence_of_its_own_is_put_in_and_met_and_explained_while_the_server_runs()
    {
        using var server = await StartAsync();
        await CallAsync(HttpMethod.Put, "rules/slow", """{"text":"value < 10"}""");
        await CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}""");
        await CallAsync(HttpMethod.Post, "events", Event(1, 5));
        var put = await CallAsync(HttpMethod.Put, "rules/raced", """{"text":"sequence(rule('slow'), rule('fast'), '600s') && key == 'truck-7'"}""");
        Assert.Equal("""sequence(rule("slow"), rule("fast"), "10m") && key == "truck-7" """.Trim(), put["text"]!.GetValue<string>());
        foreach (var (sequence, value) in new[] { (2, 120), (3, 5), (4, 120) }) await CallAsync(HttpMethod.Post, "events", Event(sequence, value));

        using var facts = await _http.Client.GetAsync(Url("outputs"), HttpCompletionOption.ResponseHeadersRead);
        using var lines = new StreamReader(await facts.Content.ReadAsStreamAsync());
        JsonNode fact;
        do fact = JsonNode.Parse((await lines.ReadLineAsync().WaitAsync(SafetyNet))!)!;
        while (fact["factMatched"] is null);
        Assert.Equal("raced", fact["factMatched"]!["rules"]!.AsArray().Single()!.GetValue<string>());
        var explained = await CallAsync(HttpMethod.Post, "rules:explain", $$"""{"rule":{"id":"raced"},"position":"{{fact["position"]}}"}""");
        Assert.Equal("""this is a fact of sequence(rule("slow"), rule("fast"), "10m")""", explained["parts"]![0]!["seen"]!.GetValue<string>());
        Assert.Equal("2", (await CallAsync(HttpMethod.Post, "rules:dryRun", """{"rule":{"text":"sequence(rule('slow'), rule('fast'), '5m')"}}"""))["matches"]!.GetValue<string>());
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task Models_of_the_settings_are_asked_and_loaded_again_when_they_change()
    {
        var models = Directory.CreateDirectory(Path.Combine(_folder.Path, "models")).FullName;
        OnnxFile.Linear(-5, 0.01, 1).WriteTo(Path.Combine(models, "fraud.onnx"));
        OnnxFile.Linear(0, new double[5_000]).WriteTo(Path.Combine(_folder.Path, "large.onnx"));
        var settings = new JsonObject { ["Models"] = new JsonObject { ["Folder"] = models, ["Interval"] = "00:00:00.1", ["FileBytesMax"] = 10_000 } };
        using var server = await _http.StartAsync(_folder.Path, settings);
        await CallAsync(HttpMethod.Put, "rules/suspect", """{"text":"model(\"fraud.onnx\", value, attributes.speed) > 0.8"}""");
        Assert.Contains("takes 2 features, not 1", await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Put, "rules/none", """{"text":"has(model(\"fraud.onnx\", value))"}"""), StringComparison.Ordinal);
        var sequence = 0;
        async Task<string> RulesOf(double value) => string.Join(' ', (await CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(++sequence, value, attributes: new JsonObject { ["speed"] = 3 })))["reply"]!["rules"]!.AsArray());
        Assert.Equal("suspect", await RulesOf(900));
        Assert.Equal("", await RulesOf(100));

        OnnxFile.Linear(-50, 0.01, 1).WriteTo(Path.Combine(models, "fraud.onnx"));
        using var enough = new CancellationTokenSource(SafetyNet);
        while (await RulesOf(900) != "") enough.Token.ThrowIfCancellationRequested();
        Assert.Equal("suspect", await RulesOf(9_000));

        // What is too large is logged, and a rule is told.
        File.Move(Path.Combine(_folder.Path, "large.onnx"), Path.Combine(models, "large.onnx"));
        while (!(await ExpectAsync(HttpStatusCode.BadRequest, HttpMethod.Put, "rules/large", """{"text":"has(model(\"large.onnx\", value))"}""")).Contains("at most 10,000 are read", StringComparison.Ordinal))
            enough.Token.ThrowIfCancellationRequested();
        Assert.Equal(ExitCode.Success, await server.EndAsync());
        Assert.Contains("The model large.onnx is not loaded", await server.ErrorAsync(), StringComparison.Ordinal);
    }

    private static string Event(int sequence, double value, string key = "truck-7") => GeniusHttp.Event(sequence, value, key);

    private void As(string key) => _http.As(key);

    private Uri Url(string path) => _http.Url(path);

    private Task<GenieRun> StartAsync(params object[] keys) => _http.StartAsync(_folder.Path, new JsonObject { ["ApiKeys"] = JsonSerializer.SerializeToNode(keys) });

    private Task<JsonNode> CallAsync(HttpMethod method, string path, string? body = null) => _http.CallAsync(method, path, body);

    private Task<string> ExpectAsync(HttpStatusCode status, HttpMethod method, string path, string? body = null) => _http.ExpectAsync(status, method, path, body);
}
