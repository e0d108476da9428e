using System.Net;
using System.Text.Json;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Serve;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Testing;
using Genie.Workload;

namespace Genie.Benchmarks.Tests.Commands.Serve;

/// <summary>The front on a free port, with both brokers that need no server.</summary>
public sealed class ServeFrontTests : IAsyncLifetime, IDisposable
{
    private readonly HttpClient _http = new();
    private ServeFront _front = null!;

    public async Task InitializeAsync()
    {
        _front = await StartAsync(payloadBytes: 64);
        _http.BaseAddress = new Uri(_front.Address);
    }

    private static async Task<ServeFront> StartAsync(int payloadBytes, params string[] regions)
    {
        var request = new ServeRequest
        {
            Brokers = ["none", "inmemory"],
            Settings = Array.Empty<string>().ToLookup(name => name, _ => default(KeyValuePair<string, string>)),
            Workload = new WorkloadChoice { Stages = Stages.Transport, PayloadBytes = payloadBytes },
            Url = "http://127.0.0.1:0",
            InFlightMax = 2,
            QueueMax = 1,
            Regions = [.. regions.Select(ServedRegions.RuleOf)],
        };
        await using var servers = new BenchServers(new BenchRequest
        {
            Named = request.Brokers,
            Modes = [RunMode.RoundTrip],
            Connections = [1],
            Workload = request.Workload,
            Settings = request.Settings,
            Folder = "",
        }, TextWriter.Null);
        return await ServeFront.StartAsync(request, await servers.PrepareAsync([], CancellationToken.None), CancellationToken.None);
    }

    public async Task DisposeAsync() => await _front.DisposeAsync();

    public void Dispose() => _http.Dispose();

    [Theory]
    [InlineData("/none", HttpStatusCode.OK)]
    [InlineData("/inmemory", HttpStatusCode.OK)]
    [InlineData("/none/fire", HttpStatusCode.Accepted)]
    [InlineData("/inmemory/fire", HttpStatusCode.Accepted)]
    [InlineData("/nats", HttpStatusCode.NotFound)]
    public async Task Each_path_makes_one_request(string path, HttpStatusCode status)
    {
        using var response = await GetAsync(path);
        using var posted = await _http.PostAsync(new Uri(path, UriKind.Relative), null);

        Assert.Equal((status, status), (response.StatusCode, posted.StatusCode));
        if (!response.IsSuccessStatusCode) return;
        using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        Assert.True(answer.RootElement.GetProperty("elapsedMicroseconds").GetDouble() > 0);
    }

    [Fact]
    public async Task When_all_is_taken_one_waits_and_the_next_is_told_to_come_again()
    {
        var admission = _front.Served.Single(path => path.Path == "/inmemory").Admission;
        var (a, b) = (await admission.TakeAsync(default), await admission.TakeAsync(default));
        var waiting = GetAsync("/inmemory");
        while (admission.Waiting == 0) await Task.Yield();

        using var refused = await GetAsync("/inmemory");
        Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(1), refused.Headers.RetryAfter!.Delta);
        Assert.Equal("application/problem+json", refused.Content.Headers.ContentType!.MediaType);
        using var other = await GetAsync("/none");
        Assert.Equal(HttpStatusCode.OK, other.StatusCode);
        admission.Return(a!);
        using var served = await waiting;
        Assert.Equal(HttpStatusCode.OK, served.StatusCode);
        admission.Return(b!);
    }

    [Fact]
    public async Task Many_requests_at_once_are_all_answered_or_refused()
    {
        var statuses = await Task.WhenAll(Enumerable.Range(0, 200).Select(async _ =>
        {
            using var response = await GetAsync("/inmemory");
            return response.StatusCode;
        }));

        Assert.All(statuses, status => Assert.True(status is HttpStatusCode.OK or HttpStatusCode.ServiceUnavailable, status.ToString()));
        Assert.Contains(HttpStatusCode.OK, statuses);
        Assert.Equal(0, _front.Served.Single(path => path.Path == "/inmemory").Admission.InFlight);
    }

    [Fact]
    public async Task Metrics_tell_what_was_answered()
    {
        for (var i = 0; i < 3; i++) (await GetAsync("/inmemory")).Dispose();

        var metrics = await _http.GetStringAsync(new Uri("/metrics", UriKind.Relative));

        Assert.Contains("genie_http_requests_total{broker=\"inmemory\",mode=\"round-trip\",status=\"200\"} 3\n", metrics, StringComparison.Ordinal);
        Assert.Contains("genie_http_queue_length{broker=\"none\",mode=\"fire\"} 0\n", metrics, StringComparison.Ordinal);
        Assert.Contains("genie_broker_request_duration_seconds_bucket{broker=\"inmemory\",outcome=\"ok\",le=\"+Inf\"}", metrics, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_dashboard_and_the_alerts_ask_for_is_there()
    {
        (await GetAsync("/inmemory")).Dispose();
        var asked = PrometheusNames.OfMonitoring("genie_broker_", "genie_http_");
        Assert.InRange(asked.Count, 5, int.MaxValue);
        Assert.Subset(PrometheusNames.OfInstruments().ToHashSet(), asked.ToHashSet());
    }

    [Theory]
    [InlineData("live")]
    [InlineData("ready")]
    [InlineData("startup")]
    public async Task Probes_are_answered(string probe)
    {
        using var response = await GetAsync("/health/" + probe);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        if (probe == "ready") Assert.Contains("\"inmemory\"", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_path_is_described_and_every_described_path_answers()
    {
        using var document = JsonDocument.Parse(await _http.GetStringAsync(new Uri("/openapi.json", UriKind.Relative)));
        Assert.StartsWith("3.1", document.RootElement.GetProperty("openapi").GetString(), StringComparison.Ordinal);
        var paths = document.RootElement.GetProperty("paths").EnumerateObject().Select(path => path.Name).ToArray();

        Assert.Superset(_front.Paths.ToHashSet(), paths.ToHashSet());
        foreach (var path in paths)
        {
            using var response = await GetAsync(path);
            Assert.True(response.IsSuccessStatusCode, $"{path}: {response.StatusCode}");
        }
    }

    [Fact]
    public async Task The_live_page_gets_a_row_for_each_path()
    {
        using var stream = await _http.GetAsync(new Uri("/live/events", UriKind.Relative), HttpCompletionOption.ResponseHeadersRead);
        using var lines = new StreamReader(await stream.Content.ReadAsStreamAsync());
        var rows = new List<string>();
        while (rows.Count < 4)
        {
            if (await lines.ReadLineAsync() is { } line && line.StartsWith("data:", StringComparison.Ordinal)) rows.Add(JsonDocument.Parse(line[5..]).RootElement.GetProperty("name").GetString()!);
        }

        Assert.Equal(["inmemory fire", "inmemory round-trip", "none fire", "none round-trip"], rows);
        Assert.Contains("<canvas", await _http.GetStringAsync(new Uri("/", UriKind.Relative)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_live_page_gets_the_places_that_requests_come_from_and_how_they_ended()
    {
        await using var front = await StartAsync(payloadBytes: 0);
        using var stream = await _http.GetAsync(new Uri(front.Address + "/live/events"), HttpCompletionOption.ResponseHeadersRead);
        using var lines = new StreamReader(await stream.Content.ReadAsStreamAsync());
        Assert.Equal("event: row", await lines.ReadLineAsync());
        (await _http.GetAsync(new Uri(front.Address + "/inmemory"))).Dispose();

        using var enough = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        var shown = new List<string>();
        while (shown.Count < 2)
        {
            if (await lines.ReadLineAsync(enough.Token) is { } line && line.StartsWith("data: {\"key\":", StringComparison.Ordinal)) shown.Add(line);
        }

        Assert.StartsWith("data: {\"key\":\"/inmemory\",\"kind\":\"round-trip\"", shown[0], StringComparison.Ordinal);
        Assert.StartsWith("data: {\"key\":\"/inmemory\",\"isAccepted\":true,\"reason\":\"answered with ", shown[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_live_page_gets_the_regions_and_which_of_them_a_request_is_in()
    {
        await using var front = await StartAsync(payloadBytes: 0, "country:US", "circle:0,0,20000000");
        using var stream = await _http.GetAsync(new Uri(front.Address + "/live/events"), HttpCompletionOption.ResponseHeadersRead);
        using var lines = new StreamReader(await stream.Content.ReadAsStreamAsync());
        var regions = new HashSet<string>();
        while (regions.Count < 2)
        {
            if (await lines.ReadLineAsync() is { } line && line.StartsWith("data: {\"name\":", StringComparison.Ordinal) && line.Contains("\"rings\":[[", StringComparison.Ordinal))
                regions.Add(JsonDocument.Parse(line[5..]).RootElement.GetProperty("name").GetString()!);
        }

        (await _http.GetAsync(new Uri(front.Address + "/none"))).Dispose();

        Assert.Equal(["circle:0,0,20000000", "country:US"], regions.Order(StringComparer.Ordinal));
        while (true)
        {
            if (await lines.ReadLineAsync() is not { } line || !line.Contains("\"isAccepted\":", StringComparison.Ordinal)) continue;
            Assert.Contains("circle:0,0,20000000", JsonDocument.Parse(line[5..]).RootElement.GetProperty("rules").EnumerateArray().Select(rule => rule.GetString()));
            break;
        }
    }

    private Task<HttpResponseMessage> GetAsync(string path) => _http.GetAsync(new Uri(path, UriKind.Relative));
}
